import { formatReais } from "#platform/money/contract.ts";

/** An amount in reais in the format of the page's language: `R$ 99,90`, `R$99.90`. */
export const formatMoney = (reais: number, language = document.documentElement.lang || "pt-BR"): string =>
  formatReais(reais, language);
