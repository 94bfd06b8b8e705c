import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { acceptAction } from "#web/inbox/tickets/actions/accept.tsx";
import { reopenAction } from "#web/inbox/tickets/actions/reopen.tsx";
import { resolveAction } from "#web/inbox/tickets/actions/resolve.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { session } from "#web/lib/session/session.ts";
import { classNames } from "#web/ui/styles/class-names.ts";

/** The actions of a row, by the names of their texts, in their order. */
const ACTIONS = { finish: resolveAction, accept: acceptAction, reopen: reopenAction };
type RowAction = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as RowAction[];

/**
 * The buttons of a row (docs/rules/tickets.md#row-actions). `withoutFinish`: a phone without an undo window, where a
 * finish under the thumb could not be undone.
 */
export function rowActions(user: Person, ticket: TicketAnswer, withoutFinish: boolean): readonly RowAction[] {
  return NAMES.filter(
    (name) => ACTIONS[name].isOffered(user, ticket) && !(withoutFinish && name === "finish"),
  );
}

interface RowActionsProps {
  readonly ticket: TicketAnswer;
  /** Whether Tab reaches them: only those of one row, so that the list can be left. */
  readonly isCurrent: boolean;
}

/** The actions on a ticket without opening it (docs/rules/tickets.md#row-actions); only those that are allowed. */
export function RowActions({ ticket, isCurrent }: RowActionsProps) {
  useSignals();
  const t = useText(ticketTexts);
  const [isWorking, setWorking] = useState(false);
  const canUndo = Number(session.setting("undoCloseSeconds") ?? 0) > 0;
  const isPhone = useNarrow();
  const offered = rowActions(currentUser.value, ticket, isPhone && !canUndo);
  if (offered.length === 0) return null;
  return (
    <span className="row-verbs">
      {offered.map((name) => {
        // Two labels side by side leave no space for queue and connection on a phone.
        const isIconOnly = isPhone && name === "finish" && offered.length > 1;
        return (
          <button
            key={name}
            type="button"
            tabIndex={isCurrent ? 0 : -1}
            className={classNames("row-action", `row-action-${name}`, isIconOnly && "row-action-sign")}
            aria-label={t("row.of", { action: t(`row.${name}`), name: ticket.contact.name })}
            disabled={isWorking}
            onClick={() => {
              setWorking(true);
              void ACTIONS[name].run(ticket).finally(() => setWorking(false));
            }}
          >
            {isIconOnly ? ACTIONS.finish.icon : t(`row.${name}`)}
          </button>
        );
      })}
    </span>
  );
}
