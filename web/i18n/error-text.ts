import { hasText, type TextValues, translate } from "#platform/i18n/translator.ts";
import { ApiError, isOffline } from "#web/lib/api/api-error.ts";
import { language } from "./language.ts";
import { common } from "./locales/index.ts";

/** Codes whose text for a waiting message does not fit a request that was refused. */
const REFUSED: Readonly<Record<string, string>> = { ERR_NUMBER_RESTRICTED: "ERR_HELD_LIMIT" };

/**
 * The message for a failure: the translated text of its code, else the server's raw text, else
 * 'An error occurred!' in the language of the page (docs/rules/errors.md#texts).
 */
export function errorText(error: unknown): string {
  if (isOffline(error)) return errorOfCode("offline");
  const sent = error instanceof ApiError ? error.code : "";
  const code = REFUSED[sent] ?? sent;
  if (code === "") return errorOfCode("fallback");
  const details = error instanceof ApiError ? error.details : {};
  // Texts may name a detail of the error, such as the variable that does not exist.
  const values = Object.entries(details).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
  );
  return errorOfCode(code, Object.fromEntries(values));
}

/**
 * The text of a code outside of an HTTP error: `sendError` of a message, `statusReason`. The code itself when it has
 * no text.
 */
export function errorOfCode(code: string, details: TextValues = {}): string {
  const key = `errors.${code}`;
  const lng = language.peek();
  if (!hasText(lng, common.name, key)) return code;
  return translate(lng, common.name, key, details, { missing: (placeholder) => placeholder });
}
