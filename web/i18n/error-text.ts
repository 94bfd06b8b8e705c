import { ApiError, isOffline } from "#web/lib/api-error.ts";
import { findText, language, textsOf } from "./i18n.ts";
import { common } from "./locales/index.ts";

/**
 * What to tell people about a failure: the translated text of its code, else the server's raw text, else
 * 'An error occurred!' in the language of the page (specification 000 section 8).
 */
export function errorText(error: unknown): string {
  if (isOffline(error)) return errorOfCode("offline");
  const code = error instanceof ApiError ? error.code : "";
  return code === "" ? errorOfCode("fallback") : errorOfCode(code);
}

/** The text of a code outside of an answer: `sendError` of a message, `statusReason`. */
export function errorOfCode(code: string): string {
  return findText(textsOf(language.peek(), common.name), `errors.${code}`) ?? code;
}
