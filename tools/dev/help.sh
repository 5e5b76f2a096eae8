# For the scripts in tools and tools/dev, which read it before they do anything: prints the comment at the top of the script,
# and ends the script, if --help or -h is among its arguments. Defines print_help, which prints that comment.
help_of=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
print_help() { sed -n '2,${/^#/!q;s/^# \{0,1\}//p;}' "$help_of"; }
for help_argument; do
  case $help_argument in -h | --help) print_help && exit 0 ;; esac
done
