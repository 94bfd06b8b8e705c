import { ApiError, isOffline } from "#web/lib/api/api-error.ts";
import { findText, language, textsOf } from "./i18n.ts";
import { common } from "./locales/index.ts";

/**
 * What to tell people about a failure: the translated text of its code, else the server's raw text, else
 * 'An error occurred!' in the language of the page (docs/rules/errors.md#texts).
 */
export function errorText(error: unknown): string {
  if (isOffline(error)) return errorOfCode("offline");
  const code = error instanceof ApiError ? error.code : "";
  if (code === "") return errorOfCode("fallback");
  const details = error instanceof ApiError ? error.details : {};
  // Texts may name a detail of the refusal, such as the variable that does not exist.
  return errorOfCode(code).replace(/\{\{(\w+)\}\}/g, (typed, name: string) => {
    const value = details[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : typed;
  });
}

/** The text of a code outside of an answer: `sendError` of a message, `statusReason`. */
export function errorOfCode(code: string): string {
  return findText(textsOf(language.peek(), common.name), `errors.${code}`) ?? code;
}
