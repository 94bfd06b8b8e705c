import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import type pt from "./locales/pt.json";

/** The words of an action in a preview: what it does, and the names that the server found. */
export function actionWords(t: Translate<typeof pt>, action: TicketAction, named: string): string {
  switch (action.action) {
    case "assign":
      return action.userId === "me" ? t("does.assignMe") : t("does.assign", { name: named });
    case "priority":
      return t("does.priority", { name: t(`priority.level${action.priority}`) });
    case "return":
      return t("does.return");
    case "snooze": {
      const time = named === "" ? "" : weekdayMoment(named);
      if (action.mode === "reply") return t("does.snoozeReply");
      return action.mode === "either" ? t("does.snoozeEither", { time }) : t("does.snooze", { time });
    }
    case "resolve": {
      const how = t(action.farewell ? "does.resolve" : "does.resolveSilent");
      return named === "" ? how : `${how} · ${named}`;
    }
    case "reply":
    case "note":
      return t(`kind.${action.action}`);
    default:
      return t(`does.${action.action}`, { name: named });
  }
}
