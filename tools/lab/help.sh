# For the scripts in tools and tools/lab, which read it before they do anything: prints the comment at the top of the script,
# and ends the script, if --help or -h is among its arguments. Defines print_help, which prints that comment.
help_of=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
print_help() { sed -n '2,${/^#/!q;s/^# \{0,1\}//p;}' "$help_of"; }
for help_argument; do
  case $help_argument in -h | --help) print_help && exit 0 ;; esac
done

# Ends the script with exit status 2 unless each argument matches one of the patterns in the first argument. The pattern WORD
# matches an argument that does not begin with -, CTEST an option of ctest. ctest itself ignores an unknown option.
accept_arguments() {
  accepted=$1
  shift
  accepted=$(echo "$accepted" | sed 's/CTEST/-[CDEFIjLMNOQRTUV]* --debug --exclude-regex* --extra-verbose --fixture-exclude-* \
    --label-* --max-width* --no-tests* --output-* --parallel* --print-labels --progress --quiet --repeat* --rerun-failed \
    --schedule-random --show-only* --stop-on-failure --test-load* --test-output-* --tests-* --timeout* --union --verbose/')
  set -f
  for argument; do
    is_accepted=no
    for pattern in $accepted; do
      if [ "$pattern" = WORD ]; then pattern='[!-]*'; fi
      # shellcheck disable=SC2254 # a pattern
      case $argument in $pattern) is_accepted=yes ;; esac
    done
    if [ "$is_accepted" = no ]; then
      echo "$(basename "$help_of"): unknown argument '$argument'; --help describes the arguments" >&2
      exit 2
    fi
  done
  set +f
}
