#!/bin/sh
# Installs what a bare Debian or Ubuntu lacks, or prints the line that does.
#
#   system-packages.sh        Python's venv module (needed), PortAudio (to play sound) and what Qt loads (for the window)
#   system-packages.sh test   also a sound server, a screen in memory and Chinese glyphs, for the tests
#   system-packages.sh bundle also a compiler and the headers of Python, for PyCUDA (needed)
#
# Fails only if something is missing that nothing works without.
set -eu

python=${PYTHON:-python3}
needed=
# Qt needs all of these to be loaded at all or to open a window under X; Wayland needs the same first row.
wanted="libportaudio2
    libegl1 libgl1 libglib2.0-0 libfontconfig1 libdbus-1-3 libxkbcommon0 libx11-6
    libx11-xcb1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1
    libxcb-render-util0 libxcb-shape0 libxcb-xkb1"
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    case $python in
        python3.*) needed="$python $python-venv" ;;
        *) needed="python3 python3-venv" ;;
    esac
fi
if [ "${1:-}" = bundle ]; then
    command -v c++ >/dev/null 2>&1 || needed="$needed g++"
    "$python" -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null ||
        case $python in
            python3.*) needed="$needed $python-dev" ;;
            *) needed="$needed python3-dev" ;;
        esac
fi
if [ "${1:-}" = test ]; then
    wanted="$wanted pulseaudio pulseaudio-utils libasound2-plugins xvfb xdotool fonts-wqy-microhei"
fi

if ! command -v apt-get >/dev/null 2>&1; then
    [ -z "$needed" ] && exit 0 # not Debian: sound and the window say themselves what they lack
    echo "What Debian calls$(echo " $needed" | tr -s ' ') is needed: install it with this system's package manager." >&2
    exit 1
fi

missing=$needed
for package in $wanted; do
    # Newer releases have some under a name that ends in t64; apt knows both.
    # shellcheck disable=SC2016 # dpkg's variable, not the shell's
    case $(dpkg-query -W -f='${Status}' "$package" "${package}t64" 2>/dev/null || true) in
        *'ok installed'*) ;;
        *) missing="$missing $package" ;;
    esac
done
[ -z "$missing" ] && exit 0

# --no-remove: on a desktop with another sound server, that one stays and the tests of playback are skipped.
options="-y -q --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0"
if [ "$(id -u)" -eq 0 ]; then
    run="env DEBIAN_FRONTEND=noninteractive"
elif sudo -n true 2>/dev/null; then
    run="sudo -n env DEBIAN_FRONTEND=noninteractive"
else
    run=
fi

if [ -n "$run" ]; then
    echo "Installing system packages:$(echo " $missing" | tr -s ' ')"
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # A machine that never fetched its package lists, or whose lists are old, needs them first.
    # shellcheck disable=SC2086 # lists of words
    if $run apt-get install $options $missing </dev/null >"$log" 2>&1 ||
        { $run apt-get update -q && $run apt-get install $options $missing; } </dev/null >"$log" 2>&1; then
        exit 0
    fi
    tail -n 5 "$log" >&2
fi

echo "These system packages are missing; to install them, run:" >&2
echo "  sudo apt-get install -y --no-install-recommends$(echo " $missing" | tr -s ' ')" >&2
if [ -n "$needed" ]; then
    exit 1
fi
echo "Going on without them: sound may not play or the window not open, and tests of these are skipped." >&2
