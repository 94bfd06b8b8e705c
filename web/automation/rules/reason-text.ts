import type { Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import type pt from "./locales/pt.json";

/** The text of a reason of the log, or of an error code. */
export const reasonText = (reason: string, t: Translate<typeof pt>): string =>
  reason.startsWith("ERR_") ? errorOfCode(reason) : t(`reason.${reason as "once"}`);
