#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make deps` as far as it can be tried without installing anything.
. "$(dirname "$0")/program.sh"
ci=$(realpath "$(dirname "$0")/../.ci")

same() { # NAME FORMAT: the entries that .ci/non-free makes of the file `in` are those of the file `want`
	"$ci/non-free" "$2" http://mirror.example/debian/ mirror+file:/etc/mirrors/ < "$T/in" > "$T/out" &&
		diff "$T/want" "$T/out" > "$T/diff"
	verdict "$1" $? "$(xargs < "$T/diff")"
}

cat > "$T/in" <<'END'
# deb http://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm main contrib # the archive
deb [arch=amd64 signed-by=/usr/share/keyrings/k.gpg] http://mirror.example/debian/ bookworm-updates main
deb mirror+file:/etc/mirrors bookworm main non-free-firmware
deb-src http://mirror.example/debian bookworm main
deb http://other.example/apt stable main
deb http://mirror.example/debian bookworm contrib
deb http://mirror.example/debian-security bookworm-security main
END
cat > "$T/want" <<'END'
deb http://mirror.example/debian bookworm non-free
deb [arch=amd64 signed-by=/usr/share/keyrings/k.gpg] http://mirror.example/debian/ bookworm-updates non-free
deb mirror+file:/etc/mirrors bookworm non-free
END
same "one-line entries: Debian's, and no others" list

cat > "$T/in" <<'END'
# the archive
Types: deb deb-src
URIs:
 http://mirror.example/debian
# and a comment within
Suites: bookworm bookworm-updates
Components: main
 contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mDMEY865UxYJKwYB
Check-Valid-Until: no


Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: http://mirror.example/debian
Suites: trixie
Components: main

Types: deb-src
URIs: http://mirror.example/debian
Suites: bookworm
Components: main

Types: deb
URIs: http://other.example/node
Suites: nodistro
Components: main

types: deb
uris: http://mirror.example/debian
suites: sid
components: main
END
cat > "$T/want" <<'END'
Types: deb
URIs:
 http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: non-free
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mDMEY865UxYJKwYB
Check-Valid-Until: no

Types: deb
uris: http://mirror.example/debian
suites: sid
Components: non-free

END
same "deb822 stanzas: Debian's, and no others" sources

# With every package there, deps is quick and changes nothing.
if [ -z "$("$ci/deps" --missing)" ]; then
	start=$(date +%s%N)
	"$ci/deps" > "$T/out" 2>&1 < /dev/null
	status=$?
	[ $status -eq 0 ] && [ $((($(date +%s%N) - start) / 1000000)) -lt 5000 ]
	verdict 'a second make deps takes under 5 s' $? "$(tail -1 "$T/out")"
else
	echo "skip a second make deps: not installed: $("$ci/deps" --missing | xargs)"
fi

# Somebody without root and without sudo is told one command. Programs of the same name stand in for the system's.
mkdir "$T/bin"
printf '#!/bin/sh\n[ "$1" = -u ] && echo 1000\n' > "$T/bin/id"
printf '#!/bin/sh\nexit 1\n' | tee "$T/bin/dpkg-query" > "$T/bin/sudo"
chmod +x "$T"/bin/*
PATH=$T/bin:$PATH "$ci/deps" > "$T/out" 2> "$T/err" < /dev/null
status=$?
[ $status -eq 2 ] && [ "$(grep -c "su -c .*/deps" "$T/err")" -eq 1 ]
verdict 'without root: exit 2 and the command to run' $? "exit code $status: $(xargs < "$T/err")"
printf '#!/bin/sh\n[ "$1" = -n ] || echo sudo "$@"\n' > "$T/bin/sudo"
PATH=$T/bin:$PATH "$ci/deps" > "$T/out" 2> "$T/err" < /dev/null
status=$?
[ $status -eq 0 ] && grep -q 'sudo .*/deps' "$T/out"
verdict 'without root: through sudo' $? "exit code $status: $(xargs < "$T/err")"
exit "$bad"
