import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { onlooker } from "./desk.ts";
import { headActions } from "./head-actions.ts";
import { ticketTexts } from "./locales/index.ts";
import { acceptTicket, reopenTicket, resolveTicket } from "./ticket-verbs.ts";

/** What a press can do to a ticket without opening it: accept, finish or reopen, by its status; nothing that is refused. */
export function RowActions({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const [isWorking, setWorking] = useState(false);
  const needed = { pending: "accept", open: "resolve", closed: "reopen" } as const;
  if (!headActions(ticket, onlooker.value).includes(needed[ticket.status])) return null;
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
