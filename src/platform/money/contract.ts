/**
 * Reais as readers of a language expect them: `R$ 99,90` in Portuguese and Spanish, `R$99.90` in English. Spanish is written as
 * Brazil's neighbours write it, with the sign in front: the form for Spain would be `99,90 BRL`.
 */
export function formatReais(reais: number, language: string): string {
  const tag = language.startsWith("es") ? "es-AR" : language;
  return new Intl.NumberFormat(tag, {
    style: "currency",
    currency: "BRL",
    currencyDisplay: "narrowSymbol",
  }).format(reais);
}
