#!/bin/sh
# Start the Triton of a Python environment that has nvidia-pytriton, the engine and its packages:
#
#     packaging/triton/run.sh PYTHON [REPOSITORY] [HOST:PORT]
#
# It ends when Triton does, and Triton ends when the process of its model does: let something start it again then, as
# packaging/systemd/timbre-triton.service.
#
# Triton would listen at all addresses, and does not know how to protect itself: keep it behind the loopback interface or a
# private network, with `timbre serve --backend triton://HOST:PORT` before it.
set -eu
python=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
repository=${2:-$here/model_repository}
address=${3:-127.0.0.1:8001}
# Packages, libraries and version of the Python; nvidia-pytriton is found without being imported, which takes seconds.
found=$("$python" -c 'import importlib.util as util, pathlib, sys, sysconfig
print(pathlib.Path(util.find_spec("pytriton").origin).parents[1])
print(sysconfig.get_config_var("LIBDIR"))
print("{}.{}".format(*sys.version_info))')
packages=$(echo "$found" | sed -n 1p)
libraries=$(echo "$found" | sed -n 2p)
version=$(echo "$found" | sed -n 3p)

# The stub of the Python backend has to be that of this Python.
work=$(mktemp -d)
trap 'kill "$watcher" 2>/dev/null; rm -rf "$work"' EXIT
trap 'kill "$watcher" "$server" 2>/dev/null; wait "$server"' INT TERM
mkdir "$work/backends"
cp -r "$packages/pytriton/tritonserver/backends/python" "$work/backends/"
cp "$packages/pytriton/tritonserver/python_backend_stubs/$version/triton_python_backend_stub" "$work/backends/python/"

# The model holds this open as long as it lives; without it Triton would go on, and answer nothing.
mkfifo "$work/model"
LD_LIBRARY_PATH="$libraries:$packages/nvidia_pytriton.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
PATH="$(dirname "$python"):$PATH" \
PYTHONPATH="$here/../..:$packages${PYTHONPATH:+:$PYTHONPATH}" \
TIMBRE_TRITON_WATCH="$work/model" \
    "$packages/pytriton/tritonserver/bin/tritonserver" \
    --model-repository="$repository" --backend-directory="$work/backends" --disable-auto-complete-config \
    --grpc-address="${address%:*}" --grpc-port="${address##*:}" --allow-http=false --allow-metrics=false &
server=$!
(read -r _ <"$work/model" || kill -KILL "$server" 2>/dev/null) &
watcher=$!
wait "$server"
