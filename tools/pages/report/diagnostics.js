// ------------------------------------------------------------------- diagnostics: boxes with carets below the snippet

const severityNames = ['note', 'warning', 'error'];

// Returns the snippet with carets under the marked part. The carets are attached to that part itself, so that they are
// below it with any font and any characters.
function snippetOf(diagnostic) {
  const text = String(diagnostic.snippet);
  const [start, length] = list(diagnostic.caret);
  if (!(length > 0)) return make('pre.snippet', {}, text);
  const [before, meant, after] = splitAtBytes(text, start, length);
  const carets = '^'.repeat([...meant].length);
  return make('pre.snippet', {}, before, make('mark', {'data-carets': carets}, meant), after);
}

function placeInProgram(diagnostic) {
  const parts = [];
  if (diagnostic.token !== undefined) parts.push(`token ${diagnostic.token}`);
  if (diagnostic.operand) parts.push(String(diagnostic.operand));
  if (diagnostic.line !== undefined) parts.push(`line ${diagnostic.line}` + (diagnostic.column === undefined ? '' : `, column ${diagnostic.column}`));
  else if (diagnostic.byteOffset !== undefined) parts.push(`offset 0x${Number(diagnostic.byteOffset).toString(16)}`);
  return parts.join(' · ');
}

// Returns the box of a diagnostic. `explanation` is an element, or null.
function diagnosticBox(diagnostic, explanation) {
  const severity = severityNames.includes(diagnostic.severity) ? diagnostic.severity : 'note';
  return make(`article.diagnostic.${severity}`, {},
    make('p.message', {}, make(`span.severity.${severity}`, {}, severity), ' ',
      make('span.code', {}, diagnostic.code), ' ', diagnostic.message),
    make('p.place', {}, placeInProgram(diagnostic)),
    diagnostic.snippet ? snippetOf(diagnostic) : null,
    diagnostic.help ? make('p.help', {}, diagnostic.help) : null,
    explanation);
}
