# shellcheck shell=bash
# The environment and the helpers of the scripts in this folder, which source it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
# Panics report their place without debug information, which is most of what a build writes to disk.
export CARGO_PROFILE_DEV_DEBUG=none CARGO_PROFILE_TEST_DEBUG=none
# The random tests draw the same cases in every run, so that a change fails for what it changes. Set TAVLEI_SEED to
# another number, or to `random`, to look for new cases; `cargo test` alone always draws new ones.
seed=${TAVLEI_SEED-1}
if [ "$seed" = random ]; then
  seed=$((RANDOM << 15 | RANDOM))
  printf 'TAVLEI_SEED=%s\n' "$seed"
fi
export TAVLEI_SEED=$seed PROPTEST_RNG_SEED=$seed

# The crates that need no standard library.
no_std=(-p tavlei-geometry -p tavlei-game -p tavlei-towers -p tavlei-ashtarashki -p tavlei-proryv)

left_out() { printf 'left out: %s\n' "$*"; }

has() { command -v "$1" >/dev/null 2>&1; }

# Installs a toolchain if it is missing. Fails if it cannot be fetched.
toolchain() { cargo "+$1" --version >/dev/null 2>&1 || timeout 300 rustup toolchain install "$1" --profile minimal; }

# Installs a cargo tool if it is missing. Fails if it cannot be fetched or built.
tool() { has "$1" || timeout 900 cargo install --locked --quiet "$1"; }

# Prints the names of the crates that are published, one a line.
published() {
  local manifest
  for manifest in $(grep --files-without-match '^publish = false' crates/*/Cargo.toml); do
    basename "$(dirname "$manifest")"
  done
}
