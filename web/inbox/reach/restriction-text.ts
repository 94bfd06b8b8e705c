import type { RestrictionAnswer } from "#channels/connections/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { shortMoment } from "#web/lib/format/dates.ts";
import type pt from "./locales/pt.json";

type Words = Translate<typeof pt>;
type Shown = Pick<RestrictionAnswer, "kind" | "effect" | "endsAt">;

/** The end in the company's time zone; null when it is unknown or has passed, until the network answers again. */
const endOf = ({ endsAt }: Shown, nowMs: number): string | null =>
  endsAt === null || Date.parse(endsAt) <= nowMs ? null : shortMoment(endsAt, nowMs);

/** A restriction in few words: `new chats held until 26 Nov 14:20`. */
export function restrictionText(t: Words, restriction: Shown, nowMs: number): string {
  const { kind, effect } = restriction;
  if (kind === "locked" || kind === "banned" || kind === "quality_low") return t(`short.${kind}`);
  if (effect === "none") return t("short.notice");
  const time = endOf(restriction, nowMs);
  return time === null ? t(`short.${effect}`) : t(`until.${effect}`, { time });
}

/** The sentence of the bar for a person who wants to start a conversation. */
export function newChatText(t: Words, restriction: Shown, nowMs: number): string {
  const { kind, effect } = restriction;
  if (kind === "locked" || kind === "banned") return t("bar.blocked");
  const time = endOf(restriction, nowMs);
  if (effect === "everything") return time === null ? t("bar.suspended") : t("bar.suspendedUntil", { time });
  return time === null ? t("bar.held") : t("bar.heldUntil", { time });
}
