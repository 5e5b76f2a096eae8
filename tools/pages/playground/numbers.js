// Formats 32-bit floats with the digits that they have.

// The fewest digits that give this float again, as the trace of the interpreter has them.
function shortest(value) {
  let text = '';
  for (let digits = 6; digits <= 9; ++digits) {
    text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === Math.fround(value)) break;
  }
  return String(Number(text));
}

export const numberText = (value) => (Number.isFinite(value) ? shortest(value) : String(value));

// Formats a number, or a register such as "(1, 0.5, 0, 1)".
export const registerText = (value) =>
  (value?.length === undefined ? numberText(Number(value)) : `(${Array.from(value, numberText).join(', ')})`);
