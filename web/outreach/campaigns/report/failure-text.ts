import type { Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import type pt from "./locales/pt.json";

type Reason = Exclude<keyof typeof pt.reason, "other">;
const OWN_REASONS: Readonly<Record<Reason, true>> = {
  invalid: true,
  opt_out: true,
  blocked: true,
  refused: true,
  withdrawn: true,
  contact_deleted: true,
};
const isOwn = (reason: string): reason is Reason => Object.hasOwn(OWN_REASONS, reason);

/** Text of a failure: a specific one, else that of the error code; never the raw code. */
export function failureText(reason: string, t: Translate<typeof pt>): string {
  if (isOwn(reason)) return t(`reason.${reason}`);
  const words = errorOfCode(reason);
  return words === reason ? t("reason.other") : words;
}
