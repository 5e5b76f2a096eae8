# Turns a public header into what Doxygen reads: awk -v include=DIR -f doxygen.awk HEADER. Line numbers stay the same.
#
# - The comment at the beginning describes the file. Comments after declarations describe them.
# - Tables (#include "agal/tables/….def") are expanded, which Doxygen does not do, and macros for their rows are removed.
# - In the C header, all comments before declarations describe them, and rulers with a title begin a group.

BEGIN { in_head = 1; c_header = ARGV[1] ~ /\.h$/ }

# The arguments of a row of a table, in `argument`; returns how many there are.
function parse_arguments(text,    i, c, quoted, depth, count) {
  count = 1
  argument[1] = ""
  for (i = 1; i <= length(text); ++i) {
    c = substr(text, i, 1)
    if (c == "\"") quoted = !quoted
    if (!quoted && (c == "(" || c == "{")) ++depth
    if (!quoted && (c == ")" || c == "}") && depth-- == 0) break
    if (!quoted && c == "," && depth == 0) argument[++count] = ""
    else argument[count] = argument[count] c
  }
  for (i = 1; i <= count; ++i) gsub(/^ +| +$/, "", argument[i])
  return count
}

# The text that a row becomes.
function expand_row(name, text,    body, out, count, i, word, names, value) {
  parse_arguments(text)
  count = split(parameters[name], names, / *, */)
  for (i = 1; i <= count; ++i) value[names[i]] = argument[i]
  body = bodies[name]
  while (match(body, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(body, RSTART, RLENGTH)
    out = out substr(body, 1, RSTART - 1) (word in value ? value[word] : word)
    body = substr(body, RSTART + RLENGTH)
  }
  return out body
}

function expand_table(file,    line, name, out) {
  while ((getline line < file) > 0)
    if (match(line, /^[A-Z_]+\(/)) {
      name = substr(line, 1, RLENGTH - 1)
      if (name in bodies) out = out expand_row(name, substr(line, RLENGTH + 1)) " "
    }
  close(file)
  for (name in bodies) delete bodies[name]
  return out
}

# A macro for the rows of tables, with lines that continue it.
/^#define AGAL_[A-Z_]+\(/ {
  text = $0
  while (text ~ /\\$/ && (getline line) > 0) {
    sub(/\\$/, "", text)
    text = text line
    print ""
  }
  name = text
  sub(/^#define /, "", name)
  sub(/\(.*/, "", name)
  parameters[name] = text
  sub(/^[^(]*\(/, "", parameters[name])
  sub(/\).*/, "", parameters[name])
  bodies[name] = text
  sub(/^[^)]*\)/, "", bodies[name])
  print ""
  next
}
/^#include "agal\/tables\// {
  split($0, part, "\"")
  print expand_table(include "/" part[2])
  next
}
/^#undef AGAL_/ { print ""; next }

# The comment at the beginning. One line is added, and a later one that says nothing is left out.
in_head && NR == 1 {
  print(c_header ? "/** \\file" : "/// \\file")
  if (!c_header) sub(/^\/\//, "///")
  else sub(/^\/\*/, " *")
  print
  next
}
in_head && /^(#pragma once|#define AGAL_AGAL_H)$/ { in_head = 0; next }
in_head && !c_header { sub(/^\/\//, "///"); print; next }

# The rulers of the C header: each begins a group, which ends at the next one.
c_header && /^\/\* -----/ {
  title = $0
  sub(/^\/\* -+ /, "", title)
  sub(/ *\*\/$/, "", title)
  ruler_is_open = $0 !~ /\*\/$/
  printf("%s/** \\name %s%s%s\n", grouped ? "/**@}*/ " : "", toupper(substr(title, 1, 1)), substr(title, 2),
         ruler_is_open ? "" : " */ /**@{*/")
  grouped = 1
  next
}
ruler_is_open && /\*\/$/ { $0 = $0 " /**@{*/"; ruler_is_open = 0 }
c_header {
  if (!sub(/^ *\/\* /, "/** ")) sub(/  *\/\* /, "  /**< ")
  print
  next
}

# Rulers and other comments between declarations do not describe any.
/^ *\/\// { print; next }
/operator==.* = default;$/ { print $0 "  ///< Compares all members."; next }
{
  sub(/  \/\/ /, "  ///< ")
  print
}
END { if (grouped) print "/**@}*/" }
