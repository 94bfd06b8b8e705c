/** Reais as the language of the page writes them: `R$ 99,90`, `R$99.90`. */
export function formatMoney(
  reais: number,
  language: string = document.documentElement.lang || "pt-BR",
): string {
  return new Intl.NumberFormat(language, { style: "currency", currency: "BRL" }).format(reais);
}
