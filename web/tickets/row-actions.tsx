import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session.ts";
import { useNarrow } from "#web/lib/use-narrow.ts";
import { onlooker } from "./desk.ts";
import { headActions } from "./head-actions.ts";
import { ticketTexts } from "./locales/index.ts";
import { type RowVerb, rowVerbs } from "./row-verbs.ts";
import { acceptTicket, reopenTicket, resolveTicket } from "./ticket-verbs.ts";

const WORK: Readonly<Record<RowVerb, (ticket: TicketAnswer) => Promise<void>>> = {
  accept: acceptTicket,
  finish: (ticket) => resolveTicket(ticket),
  reopen: reopenTicket,
};

/** What a press can do to a ticket without opening it (docs/rules/tickets.md#row-actions); nothing that is refused. */
export function RowActions({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const [isWorking, setWorking] = useState(false);
  const canUndo = Number(session.setting("undoCloseSeconds") ?? 0) > 0;
  const verbs = rowVerbs(ticket.status, headActions(ticket, onlooker.value), useNarrow() && !canUndo);
  if (verbs.length === 0) return null;
  return (
    <span className="row-verbs">
      {verbs.map((verb) => (
        <button
          key={verb}
          type="button"
          className={`row-action row-action-${verb}`}
          aria-label={t("row.of", { action: t(`row.${verb}`), name: ticket.contact.name })}
          disabled={isWorking}
          onClick={() => {
            setWorking(true);
            void WORK[verb](ticket).finally(() => setWorking(false));
          }}
        >
          {t(`row.${verb}`)}
        </button>
      ))}
    </span>
  );
}
