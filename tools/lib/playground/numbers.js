// Formats 32-bit floats with the digits that they have.

const digits = 7;

export const numberText = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : String(value));

// Formats a number, or a register such as "(1, 0.5, 0, 1)".
export const registerText = (value) =>
  (value?.length === undefined ? numberText(Number(value)) : `(${Array.from(value, numberText).join(', ')})`);
