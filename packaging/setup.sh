#!/bin/sh
# Makes .venv with this project and its EXTRAS in it, and installs the models named after them.
#
#   setup.sh EXTRAS [MODEL]…
#
# Says what it does and does only what is left to do; an interrupted earlier run is found out and repaired.
set -eu
cd "$(dirname "$0")/.."

extras=$1
shift
venv=.venv
unfinished=$venv/.unfinished # there while packages are being put in: a venv that was left like this cannot be trusted
place=$venv/.place           # where it was made: its scripts do not work elsewhere
ready=$venv/.ready-$extras   # what it was made from

# One at a time. The lock is on a file that is always there, and goes with the process.
exec 9<pyproject.toml
if command -v flock >/dev/null 2>&1 && ! flock -n 9; then
    echo "Waiting for another setup in this folder."
    flock 9
fi

twice() {
    "$@" && return
    echo "That did not work; trying once more." >&2
    sleep 2
    "$@"
}

suits() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

if [ -z "${PYTHON:-}" ]; then
    PYTHON=python3
    for candidate in python3 python3.13 python3.12 python3.11 python3.10; do
        if suits "$candidate"; then
            PYTHON=$candidate
            break
        fi
    done
fi
export PYTHON
sh packaging/system-packages.sh
if ! suits "$PYTHON"; then
    echo "Python 3.10 or newer is needed; $PYTHON is $("$PYTHON" -V 2>&1 || true). Choose one: make setup PYTHON=python3.12" >&2
    exit 1
fi

here=$(pwd)
if [ -e "$unfinished" ] || [ "$(cat "$place" 2>/dev/null || echo "$here")" != "$here" ] ||
    ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    if [ -e "$venv" ]; then
        echo "Removing $venv, which is unfinished, broken or was moved."
        rm -rf "$venv"
    fi
    echo "Making $venv with $("$PYTHON" -V)."
    mkdir "$venv"
    : >"$unfinished"
    "$PYTHON" -m venv "$venv"
    printf '%s\n' "$here" >"$place"
fi

# Another Python and a changed list of packages each call for an installation.
key="$(cksum <pyproject.toml) $("$venv/bin/python" -V)"
if [ "$(cat "$ready" 2>/dev/null)" != "$key" ]; then
    echo "Installing the Python packages; the first time this takes a few minutes."
    : >"$unfinished"
    quiet=--quiet
    [ -t 1 ] && quiet=
    # shellcheck disable=SC2086 # an option or nothing
    twice "$venv/bin/python" -m pip install --disable-pip-version-check $quiet --editable ".[$extras]"
    printf '%s\n' "$key" >"$ready"
    rm -f "$unfinished"
fi

for model; do
    twice "$venv/bin/timbre" models install "$model"
done
