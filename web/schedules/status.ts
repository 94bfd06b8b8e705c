import type { ScheduleStatus } from "#scheduled-messages/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/error-text.ts";
import type { pt } from "./locales/pt.ts";
import type { Schedule } from "./schedules-api.ts";

export const STATUS_TONES = {
  PENDENTE: "primary",
  AGENDADA: "waiting",
  ENVIADA: "success",
  ERRO: "danger",
} as const satisfies Record<ScheduleStatus, string>;

/** Why a message was not sent, in words; null when nothing went wrong. */
export function reasonOf({ status, error }: Pick<Schedule, "status" | "error">, t: Translate<typeof pt>) {
  if (status !== "ERRO" || error === null) return null;
  if (error === "cancelled" || error === "expired") return t(`error.${error}`);
  const words = errorOfCode(error);
  return words === error ? t("error.other", { code: error }) : words;
}

const MAX_BODY = 25;

/** The beginning of a text, for a line of a list (specification 001 section 9). */
export const shortened = (body: string): string => {
  const letters = [...body.replace(/\s+/g, " ").trim()];
  return letters.length > MAX_BODY ? `${letters.slice(0, MAX_BODY).join("")}…` : letters.join("");
};
