import { useState } from "react";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "./locales/index.ts";
import { acceptTicket, reopenTicket, resolveTicket } from "./ticket-verbs.ts";

/** What a press can do to a ticket without opening it: accept, finish or reopen, by its status. */
export function RowActions({ ticket }: { readonly ticket: TicketAnswer }) {
  const t = useText(ticketTexts);
  const [isWorking, setWorking] = useState(false);
  const verb = { pending: "accept", open: "finish", closed: "reopen" } as const;
  const work = { pending: acceptTicket, open: (of: TicketAnswer) => resolveTicket(of), closed: reopenTicket };
  const action = t(`row.${verb[ticket.status]}`);
  return (
    <button
      type="button"
      className={`row-action row-action-${ticket.status}`}
      aria-label={t("row.of", { action, name: ticket.contact.name })}
      disabled={isWorking}
      onClick={() => {
        setWorking(true);
        void work[ticket.status](ticket).finally(() => setWorking(false));
      }}
    >
      {action}
    </button>
  );
}
