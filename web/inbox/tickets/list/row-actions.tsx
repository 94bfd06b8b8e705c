import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { headerActions } from "#web/inbox/tickets/header/header-actions.ts";
import { HEADER_ICONS } from "#web/inbox/tickets/header/header-icons.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { acceptTicket, reopenTicket, resolveTicket } from "#web/inbox/tickets/ticket-actions.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { session } from "#web/lib/session/session.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import { type RowAction, rowActions } from "./row-action-policy.ts";

const WORK: Readonly<Record<RowAction, (ticket: TicketAnswer) => Promise<void>>> = {
  accept: acceptTicket,
  finish: (ticket) => resolveTicket(ticket),
  reopen: reopenTicket,
};

/** The actions on a ticket without opening it (docs/rules/tickets.md#row-actions); only those that are allowed. */
export function RowActions({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const [isWorking, setWorking] = useState(false);
  const canUndo = Number(session.setting("undoCloseSeconds") ?? 0) > 0;
  const isPhone = useNarrow();
  const verbs = rowActions(ticket.status, headerActions(currentUser.value, ticket), isPhone && !canUndo);
  if (verbs.length === 0) return null;
  return (
    <span className="row-verbs">
      {verbs.map((verb) => {
        // Two labels side by side leave no space for queue and connection on a phone.
        const isSign = isPhone && verb === "finish" && verbs.length > 1;
        return (
          <button
            key={verb}
            type="button"
            className={classNames("row-action", `row-action-${verb}`, isSign && "row-action-sign")}
            aria-label={t("row.of", { action: t(`row.${verb}`), name: ticket.contact.name })}
            disabled={isWorking}
            onClick={() => {
              setWorking(true);
              void WORK[verb](ticket).finally(() => setWorking(false));
            }}
          >
            {isSign ? HEADER_ICONS.resolve : t(`row.${verb}`)}
          </button>
        );
      })}
    </span>
  );
}
