// Numbers as people read them: 32-bit floats, without the digits that they do not have.

const digits = 7;

export const numberText = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : String(value));

// A number or a register: "(1, 0.5, 0, 1)".
export const registerText = (value) =>
  (value?.length === undefined ? numberText(Number(value)) : `(${Array.from(value, numberText).join(', ')})`);
