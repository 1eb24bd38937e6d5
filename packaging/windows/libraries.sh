#!/usr/bin/env bash
# libraries.sh FOLDER [JOBS]: the libraries of the Windows program into FOLDER, from Debian's own sources at the versions
# below, compiled with mingw-w64. The headers of those that are headers alone come from Debian's packages. The system's
# apt is only read: the list of sources and what is fetched stay below FOLDER.
set -euo pipefail
folder=$(mkdir -p "$1" && realpath "$1")
jobs=${2:-$(nproc)}
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

# Source package and version: those of Debian 12, which the Linux program is built with too.
sources=(
  "libwebsockets 4.1.6-3"
  "muparser 2.3.3-0.1"
  "nlopt 2.7.1-5"
  "libxlsxwriter 1.1.4-2"
  "fmtlib 9.1.0+ds1-2"
)

fetch() {
  local apt=$folder/apt uri release component
  mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$folder/source"
  # The same mirror that the system has its packages from.
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    sort -u | while read -r uri release component; do
      printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s %s\n' "$uri" "$release" "$component"
    done >"$apt/sources.list"
  local options=(-q -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  local row name version
  for row in "${sources[@]}"; do
    read -r name version <<<"$row"
    [[ -d $folder/source/$name ]] && continue
    rm -rf "$folder/fetched" && mkdir "$folder/fetched"
    (cd "$folder/fetched" && apt-get "${options[@]}" source "$name=$version")
    mv "$folder/fetched"/*/ "$folder/source/$name"
  done
  rm -rf "$folder/fetched"
}

# library NAME SUBFOLDER CMAKE-ARGUMENT…
library() {
  local name=$1 source=$folder/source/$1/$2
  shift 2
  build "$name" "$source" "$@"
}

build() {
  local name=$1 source=$2
  shift 2
  cmake -S "$source" -B "$folder/build/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$here/mingw.cmake" -DCMAKE_PREFIX_PATH="$folder" -DCMAKE_INSTALL_PREFIX="$folder" \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_LIBDIR=lib "$@" >"$folder/build/$name.log" 2>&1 &&
    cmake --build "$folder/build/$name" --parallel "$jobs" --target install >>"$folder/build/$name.log" 2>&1 || {
    tail -n 40 "$folder/build/$name.log" >&2
    printf 'libraries.sh: %s does not build\n' "$name" >&2
    exit 1
  }
}

# Of what is headers alone: links into one folder, for with all of /usr/include the compiler would find Linux's own.
headers() {
  mkdir -p "$folder/include"
  local name
  for name in eigen3 nlohmann toml++ CLI; do ln -sfn "/usr/include/$name" "$folder/include/$name"; done
}

key=$(cksum "${BASH_SOURCE[0]}" "$here/mingw.cmake" | cksum)
if [[ -e $folder/.built && $(<"$folder/.built") == "$key" ]]; then exit 0; fi
fetch
mkdir -p "$folder/build"
headers
library fmtlib . -DFMT_TEST=OFF -DFMT_DOC=OFF
library muparser . -DENABLE_SAMPLES=OFF -DENABLE_OPENMP=OFF
library nlopt . -DNLOPT_PYTHON=OFF -DNLOPT_OCTAVE=OFF -DNLOPT_MATLAB=OFF -DNLOPT_GUILE=OFF -DNLOPT_SWIG=OFF
library libxlsxwriter . -DBUILD_TESTS=OFF -DUSE_DTOA_LIBRARY=ON
library libwebsockets . -DLWS_WITH_SSL=OFF -DLWS_WITH_SHARED=OFF -DLWS_WITHOUT_TESTAPPS=ON -DLWS_WITH_HTTP2=OFF \
  -DLWS_WITH_ZLIB=OFF -DDISABLE_WERROR=ON -DLWS_EXT_PTHREAD_LIBRARIES=-lwinpthread
build googletest /usr/src/googletest -DBUILD_GMOCK=OFF
printf '%s\n' "$key" >"$folder/.built"
