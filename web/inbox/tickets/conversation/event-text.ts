import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import { RATING_SCALES } from "#inbox/tickets/rating-scales/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { weekdayMoment } from "#web/lib/format/dates.ts";

/** Names of queues, users and connections by id, if loaded. */
export interface Names {
  readonly queue: (id: number) => string | undefined;
  readonly user: (id: number) => string | undefined;
  readonly connection: (id: number) => string | undefined;
}

/** The origin of a ticket without attendance. */
const ASIDE = ["phone", "import", "schedule", "campaign", "api"] as const;

/** The text of a ticket event, for the stream and the drawer. */
export function eventText(event: TicketEventAnswer, names: Names, t: Translate<typeof pt>): string {
  const actor = event.actor?.name ?? "";
  const queue = nameIn(event.to, "queue", names.queue);
  const user = nameIn(event.to, "user", names.user);
  switch (event.kind) {
    case "created": {
      const connection =
        nameIn(event.to, "connection", names.connection) || nameIn(event.to, "whatsapp", names.connection);
      const aside = ASIDE.find((origin) => origin === event.to["origin"]);
      if (aside) return t(`trail.${aside}`);
      return actor
        ? t("trail.createdBy", { actor })
        : t("trail.created", { connection: connection || "WhatsApp" });
    }
    case "queued":
      return queue ? t("trail.queued", { queue }) : t("trail.queuedNone");
    case "bot_limit":
      return queue ? t("trail.bot_limit", { queue }) : t("trail.bot_limitNone");
    case "redirected":
      return queue ? t("trail.redirected", { queue }) : t("trail.redirectedNone");
    case "distributed": {
      const offered = event.to["userDistributed"];
      const user = typeof offered === "number" ? (names.user(offered) ?? "") : "";
      return user ? t("trail.distributed", { user }) : t("trail.distributedNone");
    }
    case "transferred":
      return transferText(actor || t("trail.system"), user, queue, t);
    case "closed":
      if (event.to["closeReason"] === "inactivity" || event.to["reason"] === "inactivity")
        return t("trail.closedInactive");
      if (event.to["closeReason"] === "bot") return t("trail.closedByBot");
      if (actor && typeof event.to["resolution"] === "string")
        return t("trail.closedWith", { actor, resolution: event.to["resolution"] });
      return actor ? t("trail.closed", { actor }) : t("trail.closedNone");
    case "accepted":
    case "taken_over":
    case "returned":
    case "reopened":
    case "close_undone":
      return actor ? t(`trail.${event.kind}`, { actor }) : t(`trail.${event.kind}None`);
    case "priority":
      return t("trail.priority", {
        actor: actor || t("trail.system"),
        level: levelOf(event.to["priority"], t),
      });
    // Shown by `eventLine`.
    case "follow_up_started":
    case "follow_up_ended":
      return "";
    case "participant_added":
    case "participant_removed": {
      const isSelf = event.to["userId"] === event.actor?.id;
      return isSelf
        ? t(`trail.${event.kind}Self`, { actor })
        : t(`trail.${event.kind}`, { actor: actor || t("trail.system"), user: user || t("trail.system") });
    }
    case "sla_missed": {
      const target =
        (["first", "next", "resolution"] as const).find((one) => one === event.to["target"]) ?? "first";
      return t("trail.sla_missed", { target: t(`sla.${target}`), policy: String(event.to["policy"] ?? "") });
    }
    case "rule":
      return t("trail.rule", { rule: String(event.to["rule"] ?? "") });
    case "rated": {
      const { rate, scale } = event.to;
      if (scale === "five" || scale === "nps")
        return t("trail.rated", { rate: String(rate), highest: RATING_SCALES[scale].highest });
      return t(rate === 1 ? "trail.rated1" : rate === 2 ? "trail.rated2" : "trail.rated3");
    }
    case "macro":
      return t("trail.macro", { actor, macro: String(event.to["name"] ?? "") });
    // A new kind needs only the text `trail.<kind>`, which may name `{{actor}}` and `{{time}}`, and `trail.<kind>_<mode or reason>`.
    default: {
      const { until, mode, reason } = event.to;
      const time = typeof until === "string" ? weekdayMoment(until, event.at) : "";
      const context = [mode, reason].find((one) => typeof one === "string") ?? "";
      return t(`trail.${event.kind}`, { actor: actor || t("trail.system"), time, context });
    }
  }
}

function levelOf(priority: unknown, t: Translate<typeof pt>): string {
  const level = ([1, 2, 3, 4] as const).find((one) => one === priority) ?? 2;
  return t(`priority.level${level}`);
}

function transferText(actor: string, user: string, queue: string, t: Translate<typeof pt>): string {
  if (user && queue) return t("trail.transferredBoth", { actor, user, queue });
  if (user) return t("trail.transferredUser", { actor, user });
  return queue ? t("trail.transferredQueue", { actor, queue }) : t("trail.transferredNone", { actor });
}

/** The name in `{ queue: { name } }`, `{ queueName }` or `{ queueId }`, depending on the event. */
function nameIn(
  state: TicketEventAnswer["to"],
  what: string,
  byId: (id: number) => string | undefined,
): string {
  const kept = state[what];
  if (typeof kept === "object" && kept !== null && "name" in kept) return String(kept.name);
  const name = state[`${what}Name`];
  if (typeof name === "string") return name;
  const id = state[`${what}Id`];
  return typeof id === "number" ? (byId(id) ?? "") : "";
}
