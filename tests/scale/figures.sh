# Writes figures to docs/scale.md.

# with_figures NAME FILE: replaces the part of docs/scale.md between "<!-- NAME: begin -->" and "<!-- NAME: end -->".
with_figures() {
  cat "$2"
  [ "${AGAL_WRITE_DOCS:-yes}" = yes ] || return 0
  awk -v name="$1" -v figures="$2" '
    $0 == "<!-- " name ": begin -->" { print; while ((getline line < figures) > 0) print line; skip = 1 }
    $0 == "<!-- " name ": end -->" { skip = 0 }
    !skip' docs/scale.md >"$root/scale.md"
  # The two may be on different file systems.
  cp "$root/scale.md" docs/scale.md.new
  mv docs/scale.md.new docs/scale.md
}
