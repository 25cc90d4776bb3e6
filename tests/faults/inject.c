/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets one allocation, or one step on the way of bytes to a disk, fail. It is
   loaded before the other libraries (LD_PRELOAD), and told what to do by
     FAULT_KIND   alloc, or write
     FAULT_AT     the number of the one that fails, from 1 on; 0: none, they are counted
     FAULT_ON     if set, those after it fail as well, as where memory or the disk is full
     FAULT_COUNT  a file that how many there were is written to
   Allocations are all calls of malloc, calloc, realloc, memalign, aligned_alloc
   and posix_memalign behind the loading of the libraries. Writes are system
   calls: those to standard output and to plain files, their fsync, the of files and folders, links and renames. What is written to standard
   error never fails, so that a program can say why it ends. Programs that are
   started by the one that is tried have no faults. Nor have three functions whose
   callers cannot mend what follows: while dlopen loads OpenBLAS, it ends the
   process (ref/solve/blas.h); regcomp and re_search of glibc 2.36 free twice. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <regex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* The sixth argument of a system call that is let through: none of those that are watched has six. */
#define PASS UINT64_C(0x6470d66661756c74)

static atomic_bool counts_memory, counts_writes;
static atomic_ulong seen;
static unsigned long fail_at;
static bool go_on;
static const char *count_file;
static pid_t owner;

static bool fails(void)
{
	const unsigned long now = atomic_fetch_add(&seen, 1) + 1;

	return fail_at != 0 && (now == fail_at || (go_on && now > fail_at));
}

static bool no_memory(void)
{
	if (!atomic_load(&counts_memory) || !fails())
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return no_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return no_memory() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
	return no_memory() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return no_memory() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size)
{
	void *made = no_memory() ? NULL : __libc_memalign(alignment, size);

	if (made)
		*place = made;
	return made ? 0 : ENOMEM;
}

/* The next one of that name, and no faults until it returns. */
static bool pass_on(const char *name, void *function)
{
	void *const found = dlsym(RTLD_NEXT, name);

	memcpy(function, &found, sizeof found);
	return atomic_exchange(&counts_memory, false);
}

void *dlopen(const char *name, int flags)
{
	void *(*real)(const char *, int);
	const bool counting = pass_on("dlopen", &real);
	void *library = real(name, flags);

	atomic_store(&counts_memory, counting);
	return library;
}

regoff_t re_search(struct re_pattern_buffer *pattern, const char *text, regoff_t length, regoff_t start, regoff_t range,
                   struct re_registers *places)
{
	__typeof__(re_search) *real;
	const bool counting = pass_on("re_search", &real);
	const regoff_t found = real(pattern, text, length, start, range, places);

	atomic_store(&counts_memory, counting);
	return found;
}

int regcomp(regex_t *pattern, const char *text, int flags)
{
	__typeof__(regcomp) *real;
	const bool counting = pass_on("regcomp", &real);
	const int status = real(pattern, text, flags);

	atomic_store(&counts_memory, counting);
	return status;
}

static long let_through(long number, const greg_t *word)
{
	register greg_t r10 __asm__("r10") = word[REG_R10];
	register greg_t r8 __asm__("r8") = word[REG_R8];
	register greg_t r9 __asm__("r9") = (greg_t)PASS;
	long answer;

	__asm__ volatile("syscall" : "=a"(answer) : "a"(number), "D"(word[REG_RDI]), "S"(word[REG_RSI]),
	                 "d"(word[REG_RDX]), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return answer;
}

static bool is_output(int file)
{
	struct stat about;
	const int mode = fcntl(file, F_GETFL);

	if (file == STDERR_FILENO || mode < 0 || (mode & O_ACCMODE) == O_RDONLY)
		return false;
	return file == STDOUT_FILENO || (fstat(file, &about) == 0 && S_ISREG(about.st_mode));
}

static bool is_watched(long number, const greg_t *word)
{
	switch (number) {
	case SYS_write: case SYS_writev: case SYS_pwrite64: case SYS_fsync: case SYS_fdatasync: case SYS_ftruncate:
		return is_output((int)word[REG_RDI]);
	default:
		return true; /* makes or names a file or a folder */
	}
}

static void on_call(int signal_number, siginfo_t *about, void *place)
{
	ucontext_t *context = place;
	greg_t *word = context->uc_mcontext.gregs;
	const int kept = errno;
	const bool tried = atomic_load(&counts_writes) && getpid() == owner && is_watched(about->si_syscall, word);
	const bool failing = tried && fails();

	(void)signal_number;
	if (!failing)
		word[REG_RAX] = let_through(about->si_syscall, word);
	else
		word[REG_RAX] = about->si_syscall == SYS_fsync ? -EIO : -ENOSPC;
	errno = kept;
}

/* Whoever blocks all signals leaves the one open by which calls are watched. */
int sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
	sigset_t kept;

	if (set) {
		kept = *set;
		sigdelset(&kept, SIGSYS);
	}
	return (int)syscall(SYS_rt_sigprocmask, how, set ? &kept : NULL, before, 8L);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
	return sigprocmask(how, set, before) == 0 ? 0 : errno;
}

static int watch_calls(void)
{
	static const int watched[] = { SYS_write, SYS_writev, SYS_pwrite64, SYS_fsync, SYS_fdatasync, SYS_ftruncate, SYS_mkdir,
	                               SYS_mkdirat, SYS_rename, SYS_renameat, SYS_renameat2, SYS_link, SYS_linkat };
	enum { WATCHED = sizeof watched / sizeof *watched, OTHERS = 12 };
	struct sock_filter filter[WATCHED + OTHERS];
	struct sock_fprog program = { .len = WATCHED + OTHERS, .filter = filter };
	struct sigaction action = { .sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER };
	const uint32_t sixth = offsetof(struct seccomp_data, args) + 5 * 8;
	unsigned n = 0;

	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, sixth);
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)PASS, 0, 2);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, sixth + 4);
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(PASS >> 32), WATCHED + 6, 0);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	/* Only an opening for writing is watched: programs that are started open libraries before they can watch. */
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 2 * 8);
	filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE, 0, 1);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	for (unsigned i = 0; i < WATCHED; i++)
		filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)watched[i], (uint8_t)(WATCHED - i), 0);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
	if (sigaction(SIGSYS, &action, NULL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

__attribute__((constructor)) static void begin(void)
{
	const char *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");

	if (!kind)
		return;
	if (getenv("FAULT_STARTED") == NULL) { /* else: started by the program that is tried */
		owner = getpid();
		fail_at = at ? strtoul(at, NULL, 10) : 0;
		go_on = getenv("FAULT_ON") != NULL;
		count_file = getenv("FAULT_COUNT");
		setenv("FAULT_STARTED", "1", 1);
	}
	if (strcmp(kind, "write") == 0 && watch_calls() != 0) {
		static const char why[] = "the kernel lets no filter be set\n";

		(void)!write(STDERR_FILENO, why, sizeof why - 1);
		_exit(99);
	}
	atomic_store(&counts_memory, owner != 0 && strcmp(kind, "alloc") == 0);
	atomic_store(&counts_writes, owner != 0 && strcmp(kind, "write") == 0);
}

__attribute__((destructor)) static void tell(void)
{
	char text[24];
	size_t at = sizeof text;
	unsigned long count = atomic_load(&seen);

	if (!count_file || getpid() != owner)
		return;
	atomic_store(&counts_memory, false);
	atomic_store(&counts_writes, false);
	do
		text[--at] = (char)('0' + count % 10);
	while ((count /= 10) > 0);
	const int file = open(count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (file >= 0) {
		(void)!write(file, text + at, sizeof text - at);
		close(file);
	}
}
