import { useSignals } from "@preact/signals-react/runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { TicketDialog } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { closeTicketPage } from "#web/inbox/tickets/paths.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import {
  acceptTicket,
  reopenTicket,
  resolveTicket,
  returnTicket,
} from "#web/inbox/tickets/ticket-actions.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type HeaderAction, headerActions } from "./header-actions.ts";
import { HeaderButtons } from "./header-buttons.tsx";
import { HeaderLine } from "./header-line.tsx";
import type { HeaderCommand } from "./header-menu.tsx";
import "./ticket-header.css";

export interface TicketHeaderProps {
  readonly ticket: TicketAnswer;
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  readonly onDialog: (dialog: TicketDialog) => void;
  readonly onSearch: () => void;
  readonly onDrawer: () => void;
}

/** Whose conversation this is, and what to do with the ticket. */
export function TicketHeader(props: TicketHeaderProps) {
  useSignals();
  const t = useText(ticketTexts);
  const { ticket, isNarrow, isDrawerOpen, onDialog, onDrawer } = props;
  const [working, setWorking] = useState<{ ticketId: number; action: HeaderAction } | null>(null);
  const { contact } = ticket;
  const begin = (action: Exclude<HeaderAction, "transfer">) => {
    const work = { accept: acceptTicket, return: returnTicket, resolve: resolveTicket, reopen: reopenTicket };
    setWorking({ ticketId: ticket.id, action });
    void work[action](ticket).finally(() => setWorking(null));
  };
  const run = useStableCallback((verb: HeaderCommand) => {
    switch (verb) {
      case "transfer":
        return onDialog({ kind: "transfer" });
      case "schedule":
        return onDialog({ kind: "schedule" });
      case "tags":
        return onDialog({ kind: "tags" });
      case "delete":
        return onDialog({ kind: "deleteTicket" });
      case "search":
        return props.onSearch();
      case "contact":
        return onDrawer();
      case "protocol":
        return copyProtocol(ticket, t);
      case "silent":
        return void resolveTicket(ticket, true);
      default:
        return begin(verb);
    }
  });
  return (
    <header className="head">
      {isNarrow ? (
        <IconButton label={t("page.back")} onPress={closeTicketPage}>
          <ArrowLeft />
        </IconButton>
      ) : null}
      <button type="button" className="head-who" title={t("head.contactData")} onClick={onDrawer}>
        <Avatar name={contact.name} picture={contact.profilePicUrl} className="head-avatar" />
        <span className="head-words">
          <strong className="ellipsis" dir="auto">
            {contact.name}
          </strong>
          <HeaderLine ticket={ticket} isNarrow={isNarrow} />
        </span>
      </button>
      <HeaderButtons
        actions={headerActions(currentUser.value, ticket)}
        working={working?.ticketId === ticket.id ? working.action : null}
        isNarrow={isNarrow}
        isDrawerOpen={isDrawerOpen}
        onCommand={run}
      />
    </header>
  );
}

function copyProtocol({ protocol }: TicketAnswer, t: Translate<typeof pt>): void {
  void navigator.clipboard.writeText(protocol).then(
    () => toast.success(t("head.protocolCopied")),
    (error: unknown) => toast.failure(error),
  );
}
