import { translateCloud } from "#channels/connections/cloud/translate.ts";
import { translatePages } from "./translate-pages.ts";
import type { Translator } from "./translator.ts";

/** By `object` of the body; others are answered and dropped. */
export const translators: Readonly<Record<string, Translator>> = {
  page: translatePages("page"),
  instagram: translatePages("instagram"),
  whatsapp_business_account: translateCloud,
};
