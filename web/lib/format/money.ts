import { formatReais } from "#platform/money/contract.ts";

/** Reais as the language of the page writes them: `R$ 99,90`, `R$99.90`. */
export const formatMoney = (reais: number, language = document.documentElement.lang || "pt-BR"): string =>
  formatReais(reais, language);
