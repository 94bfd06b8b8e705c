import { hasText, hasTexts, type TextValues, translate } from "#platform/i18n/translator.ts";
import { text } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { common } from "#web/i18n/locales/index.ts";
import { ApiError, isOffline } from "#web/lib/api/api-error.ts";
import { errorLoads, loadErrorTexts } from "./load.ts";
import { errorTexts } from "./locales/index.ts";

/** Codes whose text for a waiting message does not fit a request that was refused. */
const REFUSED: Readonly<Record<string, string>> = { ERR_NUMBER_RESTRICTED: "ERR_HELD_LIMIT" };

/**
 * The message for a failure: the translated text of its code, else the server's raw text, else
 * 'An error occurred!' in the language of the page (docs/rules/errors.md#texts).
 */
export function errorText(error: unknown): string {
  if (isOffline(error)) return text(common, "errors.offline");
  const sent = error instanceof ApiError ? error.code : "";
  const code = REFUSED[sent] ?? sent;
  if (code === "") return text(common, "errors.fallback");
  const details = error instanceof ApiError ? error.details : {};
  // Texts may name a detail of the error, such as the variable that does not exist.
  const values = Object.entries(details).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number"
      ? [[name, String(value)] as const]
      : name === "by" && Array.isArray(value)
        ? [[name, value.map(textOfUse).join(", ")] as const]
        : [],
  );
  return errorOfCode(code, Object.fromEntries(values));
}

/** One of the objects that prevent a deletion: its kind and name. */
const textOfUse = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  errorOfCode(`IN_USE_${kind}`, { name });

/**
 * The text of a code outside of an HTTP error: `sendError` of a message, `statusReason`. The code itself when it has
 * no text; empty until the texts are loaded, then components that use signals are rendered again. Texts of an
 * `ApiError` are loaded before it is thrown.
 */
export function errorOfCode(code: string, details: TextValues = {}): string {
  const lng = language.peek();
  if (!hasTexts(lng, errorTexts.name)) {
    void loadErrorTexts();
    return errorLoads.value > 0 ? code : "";
  }
  if (!hasText(lng, errorTexts.name, code)) return code;
  return translate(lng, errorTexts.name, code, details, { missing: (placeholder) => placeholder });
}
