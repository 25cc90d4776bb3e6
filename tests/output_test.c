/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole or not at all, and in place of nothing. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/output.h"

static char folder[] = "/tmp/dpmf-output-XXXXXX";

static const char *at(const char *name)
{
	static char path[2][128];
	static int turn;

	turn = !turn;
	snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
	return path[turn];
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

/* How many names stand in the folder. */
static int names(void)
{
	DIR *open = opendir(folder);
	int count = -2;

	assert_non_null(open);
	while (readdir(open))
		count++;
	closedir(open);
	return count;
}

static void holds(const char *path, const char *text)
{
	char read[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_int_equal(fread(read, 1, sizeof read - 1, file), strlen(text));
	assert_string_equal(read, text);
	fclose(file);
}

static void whole_or_not(void **state)
{
	struct dpmf_output output;
	struct dpmf_error error = { "" };
	struct stat about;

	(void)state;
	assert_int_equal(dpmf_output_open(at("a"), 0600, &output, &error), DPMF_OK);
	fputs("words\n", output.file);
	fflush(output.file);
	assert_int_equal(access(at("a"), F_OK), -1);
	assert_int_equal(names(), 1);
	assert_int_equal(dpmf_output_finish(&output, &error), DPMF_OK);
	assert_null(output.path);
	holds(at("a"), "words\n");
	assert_int_equal(stat(at("a"), &about), 0);
	assert_int_equal(about.st_mode & 0777, 0600);
	assert_int_equal(about.st_nlink, 1);
	assert_int_equal(names(), 1);
	dpmf_output_abandon(&output);
	holds(at("a"), "words\n");
	unlink(at("a"));
	assert_int_equal(dpmf_output_open(at("b"), 0666, &output, &error), DPMF_OK);
	fputs("words\n", output.file);
	dpmf_output_abandon(&output);
	assert_int_equal(names(), 0);
}

static void refused(const char *path, const char *word)
{
	struct dpmf_output output, kept;
	struct dpmf_error error = { "" };

	memset(&output, 0x5a, sizeof output);
	kept = output;
	assert_int_equal(dpmf_output_open(path, 0666, &output, &error), DPMF_INPUT);
	assert_memory_equal(&output, &kept, sizeof output);
	if (!strstr(error.text, path) || !strstr(error.text, word))
		fail_msg("\"%s\" lacks \"%s\"", error.text, word);
}

static void what_is_there(void **state)
{
	FILE *file = fopen(at("file"), "w");

	(void)state;
	fputs("old", file);
	fclose(file);
	assert_int_equal(mkdir(at("folder"), 0700), 0);
	assert_int_equal(symlink(at("file"), at("link")), 0);
	assert_int_equal(symlink(at("nowhere"), at("loose")), 0);
	assert_int_equal(symlink("/dev/null", at("null")), 0);
	assert_int_equal(mkfifo(at("fifo"), 0600), 0);
	refused(at("file"), "exists: give a name that does not exist, nothing is overwritten");
	refused(at("folder"), "exists, a folder");
	refused(at("link"), "exists, a link");
	refused(at("loose"), "exists, a link");
	refused(at("null"), "exists, a link");
	refused(at("fifo"), "exists, a FIFO");
	refused("/dev/null", "exists, a device");
	refused("/dev/full", "exists, a device");
	refused("", "empty");
	refused(at("none/file"), "cannot be created: No such file or directory");
	refused(at("file/file"), "cannot be created: Not a directory");
	assert_int_equal(names(), 6);
	holds(at("file"), "old");
	assert_int_equal(access(at("nowhere"), F_OK), -1);
	unlink(at("file"));
	unlink(at("link"));
	unlink(at("loose"));
	unlink(at("null"));
	unlink(at("fifo"));
	rmdir(at("folder"));
}

/* Something takes the name while the file is being written. */
static void what_comes_meanwhile(void **state)
{
	struct dpmf_output output;
	struct dpmf_error error = { "" };

	(void)state;
	for (int kind = 0; kind < 3; kind++) {
		assert_int_equal(dpmf_output_open(at("a"), 0666, &output, &error), DPMF_OK);
		fputs("new", output.file);
		if (kind == 0)
			assert_int_equal(symlink(at("nowhere"), at("a")), 0);
		else
			assert_int_equal(kind == 1 ? mkdir(at("a"), 0700) : close(open(at("a"), O_CREAT | O_WRONLY, 0600)), 0);
		assert_int_equal(dpmf_output_finish(&output, &error), DPMF_INPUT);
		assert_non_null(strstr(error.text, "has come to exist meanwhile"));
		assert_null(output.file);
		assert_int_equal(names(), 1);
		assert_int_equal(access(at("nowhere"), F_OK), -1);
		assert_int_equal(kind == 1 ? rmdir(at("a")) : unlink(at("a")), 0);
	}
}

/* A partial file of another run, killed, is left alone. */
static void somebodys_partial_file(void **state)
{
	struct dpmf_output output, again;
	struct dpmf_error error = { "" };

	(void)state;
	assert_int_equal(dpmf_output_open(at("a"), 0666, &output, &error), DPMF_OK);
	assert_int_equal(dpmf_output_open(at("a"), 0666, &again, &error), DPMF_OK);
	assert_string_not_equal(output.partial, again.partial);
	fputs("one", output.file);
	fputs("two", again.file);
	assert_int_equal(dpmf_output_finish(&again, &error), DPMF_OK);
	assert_int_equal(dpmf_output_finish(&output, &error), DPMF_INPUT);
	holds(at("a"), "two");
	unlink(at("a"));
}

static void folders(void **state)
{
	struct dpmf_error error = { "" };

	(void)state;
	assert_int_equal(mkdir(at("made"), 0700), 0);
	assert_int_equal(mkdir(at("taken"), 0700), 0);
	assert_int_equal(dpmf_output_name(at("made"), at("taken"), &error), DPMF_INPUT);
	assert_int_equal(dpmf_output_name(at("made"), at("named"), &error), DPMF_OK);
	assert_int_equal(dpmf_output_name(at("made"), at("more"), &error), DPMF_FAILED);
	assert_int_equal(names(), 2);
	rmdir(at("named"));
	rmdir(at("taken"));
}

/* A disk that is full: of a write that failed long before the file is closed, and of the last one. */
static void no_room(void **state)
{
	struct dpmf_output output;
	struct dpmf_error error = { "" };
	struct rlimit before, small;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = 8192;
	for (int lines = 2; lines <= 20000; lines *= 10000) {
		assert_int_equal(dpmf_output_open(at("a"), 0666, &output, &error), DPMF_OK);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
		for (int i = 0; i < lines; i++)
			fprintf(output.file, "line %d\n", i);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		if (lines == 2) {
			small.rlim_cur = 4;
			assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
			small.rlim_cur = 8192;
		}
		error.text[0] = '\0';
		assert_int_equal(dpmf_output_finish(&output, &error), DPMF_FAILED);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		assert_non_null(strstr(error.text, "cannot be written"));
		assert_int_equal(names(), 0);
	}
}

static void a_full_device(void **state)
{
	struct dpmf_error error = { "" };
	FILE *full = fopen("/dev/full", "w");

	(void)state;
	assert_non_null(full);
	fputs("words", full);
	assert_int_equal(dpmf_output_close(full, "a name", &error), DPMF_FAILED);
	assert_non_null(strstr(error.text, "a name cannot be written"));
}

static void created(void **state)
{
	FILE *file = dpmf_output_create(at("a"), 0644);

	(void)state;
	assert_non_null(file);
	assert_true(fcntl(fileno(file), F_GETFD) & FD_CLOEXEC);
	assert_int_equal(dpmf_output_close(file, "a", NULL), DPMF_OK);
	errno = 0;
	assert_null(dpmf_output_create(at("a"), 0644));
	assert_int_equal(errno, EEXIST);
	unlink(at("a"));
	assert_int_equal(symlink(at("nowhere"), at("a")), 0);
	assert_null(dpmf_output_create(at("a"), 0644));
	assert_int_equal(access(at("nowhere"), F_OK), -1);
	unlink(at("a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_or_not), cmocka_unit_test(what_is_there), cmocka_unit_test(what_comes_meanwhile),
		cmocka_unit_test(somebodys_partial_file), cmocka_unit_test(folders), cmocka_unit_test(no_room),
		cmocka_unit_test(a_full_device), cmocka_unit_test(created),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
