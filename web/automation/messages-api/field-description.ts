import type { TextKey } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messagesApiTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

/** Key of a field's text: `X-RateLimit-Limit` → `xRateLimitLimit`. */
export const fieldTextKey = (name: string): string =>
  name
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Descriptions of fields in the language of the page; a test checks that every field of the document has one. */
export function useFieldDescription() {
  const t = useText(messagesApiTexts);
  return (place: "field" | "answer", name: string) =>
    t(`${place}.${fieldTextKey(name)}` as TextKey<typeof pt>);
}
