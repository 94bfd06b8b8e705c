import { useSignals } from "@preact/signals-react/runtime";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { onlooker } from "./desk.ts";
import { ticketTexts } from "./locales/index.ts";

/** The second line of the head: protocol, and whose ticket it is when it is not one's own. */
export function HeadLine({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const isOthers = ticket.user !== null && ticket.user.id !== onlooker.value.userId;
  const parts = [
    ticket.isGroup ? t("row.group") : null,
    t("head.protocol", { code: ticket.protocol }),
    isOthers ? t("head.assignedTo", { name: ticket.user?.name ?? "" }) : null,
  ];
  return <small className="ellipsis">{parts.filter(Boolean).join(" · ")}</small>;
}
