import type { ScheduleStatus } from "#inbox/scheduled-messages/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { truncate } from "#web/lib/format/truncate.ts";
import type pt from "./locales/pt.json";
import type { Schedule } from "./schedules-api.ts";

export const STATUS_TONES = {
  PENDENTE: "primary",
  AGENDADA: "waiting",
  ENVIADA: "success",
  ERRO: "danger",
} as const satisfies Record<ScheduleStatus, string>;

/** Text of the reason why a message was not sent; null when there is none. */
export function reasonOf({ status, error }: Pick<Schedule, "status" | "error">, t: Translate<typeof pt>) {
  if (status !== "ERRO" || error === null) return null;
  if (error === "cancelled" || error === "expired") return t(`error.${error}`);
  const words = errorOfCode(error);
  return words === error ? t("error.other") : words;
}

/** Maximum number of letters of a text in lists (docs/rules/forms.md#pages). */
const LIST_LENGTH = 25;

/** The beginning of a text, for a row of a list. */
export const shortened = (body: string): string => truncate(body, LIST_LENGTH);
