/**
 * Formats reais for a language: `R$ 99,90` in Portuguese and Spanish, `R$99.90` in English. Spanish uses the form of
 * Brazil's neighbours; the form of Spain would be `99,90 BRL`.
 */
export function formatReais(reais: number, language: string): string {
  const tag = language.startsWith("es") ? "es-AR" : language;
  return new Intl.NumberFormat(tag, {
    style: "currency",
    currency: "BRL",
    currencyDisplay: "narrowSymbol",
  }).format(reais);
}
