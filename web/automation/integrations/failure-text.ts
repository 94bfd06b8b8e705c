import type { TextKey, Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";

const KNOWN: readonly string[] = [
  "timeout",
  "unreachable",
  "unresolved",
  "not_allowed",
  "restored",
  "too_large",
  "redirect",
  "gone",
  "taken_over",
  "expired",
  "answer_too_late",
  "answered",
  "answer",
  "internal",
];

/** Text for the error of a delivery; a message of the external system is returned unchanged. */
export function failureText(t: Translate<typeof pt>, error: string): string {
  const [code = ""] = error.split(/[:; ]/);
  return KNOWN.includes(code) ? t(`failure.${code}` as TextKey<typeof pt>) : error;
}
