import type { LegalAnswer, LegalLanguage, LegalPage } from "#accounts/signup/contract.ts";
import type { Api } from "#web/lib/api/api.ts";

/** The provider's text in this language; `text` null: the product's own text applies. */
export const readLegal = (api: Pick<Api, "get">, page: LegalPage, language: LegalLanguage) =>
  api.get<LegalAnswer>(`/legal/${page}`, { query: { language } });

export const writeLegal = (api: Pick<Api, "put">, page: LegalPage, language: LegalLanguage, text: string) =>
  api.put<LegalAnswer>(`/legal/${page}`, { language, text });
