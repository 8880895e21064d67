#!/bin/sh
# Start the Triton of a Python environment that has nvidia-pytriton, the engine and its packages:
#
#     packaging/triton/run.sh PYTHON [REPOSITORY] [HOST:PORT]
#
# Triton would listen at all addresses, and does not know how to protect itself: keep it behind the loopback interface or a
# private network, with `timbre serve --backend triton://HOST:PORT` before it.
set -eu
python=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
repository=${2:-$here/model_repository}
address=${3:-127.0.0.1:8001}
packages=$("$python" -c 'import pytriton, pathlib; print(pathlib.Path(pytriton.__file__).parent.parent)')
libraries=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("LIBDIR"))')
version=$("$python" -c 'import sys; print("{}.{}".format(*sys.version_info))')

# The stub of the Python backend has to be that of this Python.
backends=$(mktemp -d)
trap 'rm -rf "$backends"' EXIT
trap 'kill "$server" 2>/dev/null; wait "$server"' INT TERM
cp -r "$packages/pytriton/tritonserver/backends/python" "$backends/"
cp "$packages/pytriton/tritonserver/python_backend_stubs/$version/triton_python_backend_stub" "$backends/python/"

LD_LIBRARY_PATH="$libraries:$packages/nvidia_pytriton.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
PATH="$(dirname "$python"):$PATH" \
PYTHONPATH="$here/../..:$packages${PYTHONPATH:+:$PYTHONPATH}" \
    "$packages/pytriton/tritonserver/bin/tritonserver" \
    --model-repository="$repository" --backend-directory="$backends" \
    --grpc-address="${address%:*}" --grpc-port="${address##*:}" --allow-http=false --allow-metrics=false &
server=$!
wait "$server"
