# shellcheck shell=bash
# Functions that packaging/test and packaging/run share. Sourced by bash, not run.
: "${root:?the folder of the project}"

say() { printf '\n== %s\n' "$*"; }
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Packages of the groups named, from the one list.
packages_of() {
    local group
    for group in "$@"; do
        sed -n "/^\[$group\]/,/^\[/{/^[a-z0-9]/p}" "$root/packaging/debian-packages.txt"
    done
}

is_installed() { [ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" = "install ok installed" ]; }

missing_packages() { # GROUP…
    local package
    for package in $(packages_of "$@"); do
        is_installed "$package" || echo "$package"
    done
}

# Installs what is missing of the groups named; nothing is asked, nothing is touched when all is there.
install_packages() {
    local missing=() as_root=()
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "Not a Debian system: the libraries of packaging/debian-packages.txt have to be there already."
        return 0
    fi
    mapfile -t missing < <(missing_packages "$@")
    if [ ${#missing[@]} -eq 0 ]; then
        echo "All packages are installed."
        return 0
    fi
    echo "Missing packages: ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "needs root or sudo for: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
    local attempt
    for attempt in 1 2 3; do
        if [ "$attempt" -gt 1 ]; then
            sleep 15
            # Lists of a mirror that was being updated name packages that it has no more (hash sum mismatch).
            "${as_root[@]}" find /var/lib/apt/lists -mindepth 1 -delete
        fi
        # A mirror may fail once while it is updated; old lists may also be sufficient.
        "${as_root[@]}" "${apt[@]}" update || echo "apt-get update failed (attempt $attempt of 3)"
        if "${as_root[@]}" "${apt[@]}" install --no-install-recommends "${missing[@]}"; then
            return 0
        fi
        echo "apt-get install failed (attempt $attempt of 3)"
    done
    fail "cannot install: ${missing[*]}; check the network and /etc/apt/sources.list"
}

# How many compilers run at once: one a core, but 1.2 GB of memory for each (sources with VTK and Qt need about 1).
build_jobs() {
    if [ -n "${EWALD_JOBS:-}" ]; then
        echo "$EWALD_JOBS"
        return
    fi
    local cores kilobytes limit jobs
    cores=$(nproc)
    kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    # A container may have less than the machine.
    if [ -r /sys/fs/cgroup/memory.max ]; then
        limit=$(cat /sys/fs/cgroup/memory.max)
        [ "$limit" = max ] || [ $((limit / 1024)) -ge "$kilobytes" ] || kilobytes=$((limit / 1024))
    fi
    jobs=$((kilobytes / 1200000))
    [ "$jobs" -ge 1 ] || jobs=1
    [ "$jobs" -le "$cores" ] || jobs=$cores
    echo "$jobs"
}

configure() { # PRESET [-D…]
    say "Configuring $1"
    (cd "$root" && cmake --preset "$@")
}

build() { # PRESET [TARGET…]
    local preset=$1
    shift
    say "Building $preset ${*:+($*)}"
    [ $# -eq 0 ] || set -- --target "$@"
    cmake --build "$root/build/$preset" --parallel "$(build_jobs)" "$@"
}

# Runs a command on a screen of its own, with the software renderer, so that pictures do not depend on the machine.
on_virtual_screen() {
    env -u WAYLAND_DISPLAY QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 \
        xvfb-run -a -s "-screen 0 1920x1200x24" "$@"
}

# A bare machine may have neither a home folder nor a locale with UTF-8.
prepare_environment() {
    export LC_ALL=C.UTF-8
    if [ ! -w "${HOME:-/nonexistent}" ]; then
        export HOME="$root/build/home"
    fi
    if [ ! -w "${XDG_RUNTIME_DIR:-/nonexistent}" ]; then
        export XDG_RUNTIME_DIR="$root/build/runtime"
    fi
    mkdir -p "$root/build" "$HOME" "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
    # What ccache keeps serves every checkout of the same sources, whatever folder it is in.
    export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-5G}"
}
