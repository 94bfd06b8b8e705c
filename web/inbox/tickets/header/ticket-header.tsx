import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Split from "lucide-react/icons/split";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { restrictionOf } from "#web/inbox/reach/restriction.ts";
import { HEADER_BUTTONS, HEADER_MENU } from "#web/inbox/tickets/actions/registry.ts";
import {
  type HeaderAction,
  offeredActions,
  type TicketPage,
} from "#web/inbox/tickets/actions/ticket-action.ts";
import { hasOtherConnections } from "#web/inbox/tickets/conversation/other-connections.ts";
import { connectionOf } from "#web/inbox/tickets/conversation/use-composer-gate.ts";
import { PriorityMark } from "#web/inbox/tickets/list/priority-mark.tsx";
import { TagDots } from "#web/inbox/tickets/list/tag-dots.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { closeTicketPage } from "#web/inbox/tickets/paths.ts";
import { SlaChip } from "#web/inbox/tickets/sla/load.ts";
import { currentUser, ticketViewOf } from "#web/inbox/tickets/store.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { HeaderButtons } from "./header-buttons.tsx";
import { PresenceLine } from "./presence-line.tsx";
import "./ticket-header.css";

const RestrictionIcon = lazy(
  async () => (await import("#web/inbox/reach/load.ts")).restrictionIcon(),
  undefined,
  { isExtra: true },
);

export interface TicketHeaderProps {
  readonly ticket: TicketAnswer;
  readonly page: TicketPage;
}

/** Header of the conversation: contact, owner, and the actions of the ticket. */
export function TicketHeader({ ticket, page }: TicketHeaderProps) {
  useSignals();
  const t = useText(ticketTexts);
  const [working, setWorking] = useState<{ ticketId: number; id: string } | null>(null);
  const { contact } = ticket;
  const user = currentUser.value;
  const restriction = restrictionOf(connectionOf(ticket));
  const start = useStableCallback((action: HeaderAction) => {
    const work = action.run(ticket, page);
    if (!work) return;
    setWorking({ ticketId: ticket.id, id: action.id });
    void work.finally(() => setWorking(null));
  });
  return (
    <header className="head">
      {page.isNarrow ? (
        <IconButton label={t("page.back")} onPress={closeTicketPage}>
          <ArrowLeft />
        </IconButton>
      ) : null}
      <button type="button" className="head-who" title={t("head.contactData")} onClick={page.toggleDrawer}>
        <Avatar name={contact.name} picture={contact.profilePicUrl} className="head-avatar" />
        <span className="head-words">
          <span className="head-name">
            <strong className="ellipsis" dir="auto">
              {contact.name}
            </strong>
            <PriorityMark ticket={ticket} />
          </span>
          <HeaderLine ticket={ticket} isNarrow={page.isNarrow} />
        </span>
      </button>
      {ticket.sla && !page.isNarrow ? <SlaChip sla={ticket.sla} ticketId={ticket.id} /> : null}
      {restriction ? <RestrictionIcon restriction={restriction} /> : null}
      <HeaderButtons
        buttons={offeredActions(HEADER_BUTTONS, user, ticket, page)}
        menu={offeredActions(HEADER_MENU, user, ticket, page)}
        working={working?.ticketId === ticket.id ? working.id : null}
        onAction={start}
      />
    </header>
  );
}

interface HeaderLineProps {
  readonly ticket: TicketAnswer;
  /** Phones have no row of tags: SLA, tags, a sign of other connections and colleagues who watch are shown here. */
  readonly isNarrow: boolean;
}

/**
 * Second line of the header: the owner if it is another attendant, then the protocol, which may be cut off. On phones
 * the connection comes first: the composer has no space for it, and the menu can copy the protocol.
 */
function HeaderLine({ ticket, isNarrow }: HeaderLineProps) {
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
      {hasOtherConnections(ticketViewOf(ticket.id)) ? (
        <Split className="head-elsewhere" aria-label={t("head.connections")} />
      ) : null}
      {ticket.sla ? <SlaChip sla={ticket.sla} /> : null}
      <TagDots tags={ticket.tags} />
      <PresenceLine />
      <span className="ellipsis">{words}</span>
    </small>
  );
}
