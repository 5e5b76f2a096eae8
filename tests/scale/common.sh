# For the scripts of this folder, which run it first: the folder of the files, the commands, the programs.
cd "$(dirname "$0")/../.."
source=$PWD

root=${AGAL_SCALE_DIR:-build/scale}
mkdir -p "$root"
root=$(cd "$root" && pwd)
jobs=${AGAL_JOBS:-$(nproc)}

if [ -z "${AGALC:-}" ] || [ -z "${AGAL_SMITH:-}" ]; then
  build=${AGAL_BUILD:-$source/build/release}
  if [ -z "${AGAL_BUILD:-}" ]; then
    ./tools/setup
    AGAL_JOBS=$jobs ./tools/dev/build --release agalc agal-smith
  fi
  AGALC=$build/tools/agalc/agalc
  AGAL_SMITH=$build/tools/dev/smith/agal-smith
fi
export AGALC AGAL_SMITH
emit=spv,essl300,msl21,reflect

say() { echo "scale: $*"; }
die() {
  echo "scale: $*" >&2
  exit 1
}

# make_programs NUMBER: a folder with so many programs, a thousand in each folder in it, as $input.
make_programs() {
  input=$root/programs-$1
  if [ ! -f "$input.complete" ]; then
    rm -rf "$input"
    made=0
    while [ "$made" -lt "$1" ]; do
      count=$(($1 - made))
      if [ "$count" -gt 1000 ]; then count=1000; fi
      "$AGAL_SMITH" --seed "$((made + 1))" --count "$count" -o "$input/$(printf %05d $((made / 1000)))" >/dev/null
      made=$((made + count))
    done
    touch "$input.complete"
  fi
}

. "$source/tests/scale/figures.sh"

# same OUTPUT: whether the merged folder is that of a single run, byte for byte.
same() {
  cmp "$root/single/manifest.jsonl" "$1/manifest.jsonl" || die "the merged manifest differs from that of a single run"
  diff -r "$root/single" "$1" >/dev/null || die "the products differ from those of a single run"
  say "$1 is the same as the folder of a single run, byte for byte ($(wc -l <"$1/manifest.jsonl") lines)"
}

# single_run: what the shards must give.
single_run() {
  rm -rf "$root/single"
  "$AGALC" batch "$input" -o "$root/single" --emit "$emit" --jobs "$jobs" --quiet
}

# once_killed COMMAND...: runs agalc for shard 3. The first time that this is called for these files, it kills agalc as soon
# as its folder of temporary files exists, and ends with the status of a killed process. If agalc has ended before it could
# be killed, it runs again.
once_killed() {
  if [ -f "$root/killed" ]; then
    "$@"
    return
  fi
  status=0
  while [ "$status" -eq 0 ]; do
    "$@" &
    victim=$!
    while kill -0 "$victim" 2>/dev/null && [ -z "$(find "$out/.agalc" -name '*-3-of-*' 2>/dev/null)" ]; do :; done
    kill -KILL "$victim" 2>/dev/null || true
    wait "$victim" || status=$?
  done
  echo "$status" >"$root/killed"
  return "$status"
}
