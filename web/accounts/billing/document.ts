/** Digits of a CPF or CNPJ as people write them: `123.456.789-09`, `12.345.678/0001-90`. */
export const shownDocument = (digits: string): string =>
  digits.length === 11
    ? digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, "$1.$2.$3-$4")
    : digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, "$1.$2.$3/$4-$5");
