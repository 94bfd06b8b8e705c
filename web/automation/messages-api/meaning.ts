import type { TextKey } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messagesApiTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

/** `X-RateLimit-Limit` → `xRateLimitLimit`, the key of its text. */
export const keyOfName = (name: string): string =>
  name
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What a field means, in the language of the page; a test holds every field of the description to have a text. */
export function useMeaning() {
  const t = useText(messagesApiTexts);
  return (place: "field" | "answer", name: string) => t(`${place}.${keyOfName(name)}` as TextKey<typeof pt>);
}
