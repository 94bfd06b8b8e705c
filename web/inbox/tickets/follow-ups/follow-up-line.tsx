import type { FollowUpEndReason } from "#inbox/follow-ups/contract.ts";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { followUpTexts } from "#web/inbox/follow-ups/locales/index.ts";

/** The start or the end of a follow-up in the history of its ticket. */
export function FollowUpLine({ event }: { readonly event: TicketEventAnswer }) {
  const t = useText(followUpTexts);
  const { reason } = event.to;
  const name = typeof event.to["name"] === "string" ? event.to["name"] : "";
  const actor = event.actor?.name ?? t("trail.system");
  if (event.kind === "follow_up_started") return t("trail.started", { actor, name });
  if (reason === "stopped" && event.actor) return t("trail.stopped", { actor, name });
  return t("trail.ended", { name, reason: t(`end.${reason as FollowUpEndReason}`) });
}
