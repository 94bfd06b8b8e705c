import { useSignals } from "@preact/signals-react/runtime";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { connectionOf } from "#web/inbox/tickets/conversation/use-composer-gate.ts";
import { TagDots } from "#web/inbox/tickets/list/tag-dots.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { PresenceLine } from "./presence-line.tsx";

interface HeaderLineProps {
  readonly ticket: TicketAnswer;
  /** Phones have no row of tags: tags and colleagues who watch the ticket are shown here. */
  readonly isNarrow: boolean;
}

/**
 * The second line of the head: the owner of a ticket that is not one's own, then the protocol, which may be cut. On
 * phones the connection comes first: the composer has no space for it, and the protocol can be copied from the menu.
 */
export function HeaderLine({ ticket, isNarrow }: HeaderLineProps) {
  useSignals();
  const t = useText(ticketTexts);
  const isOthers = ticket.user !== null && ticket.user.id !== currentUser.value.id;
  const parts = [
    ticket.isGroup ? t("row.group") : null,
    isNarrow ? (connectionOf(ticket)?.name ?? ticket.whatsapp.name) : null,
    isOthers ? t("head.assignedTo", { name: ticket.user?.name ?? "" }) : null,
    t("head.protocol", { code: ticket.protocol }),
  ];
  const words = parts.filter(Boolean).join(" · ");
  if (!isNarrow) return <small className="ellipsis">{words}</small>;
  return (
    <small className="head-line">
      <TagDots tags={ticket.tags} />
      <PresenceLine />
      <span className="ellipsis">{words}</span>
    </small>
  );
}
