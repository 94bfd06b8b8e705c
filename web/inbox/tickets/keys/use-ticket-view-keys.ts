import type { RefObject } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Gate } from "#web/inbox/messages/composer/composer-gate.ts";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { lastToQuote } from "#web/inbox/tickets/conversation/message-commands.ts";
import type { TicketViewModel } from "#web/inbox/tickets/conversation/ticket-view-model.ts";
import type { TicketDialog } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import { type HeaderAction, headerActions } from "#web/inbox/tickets/header/header-actions.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { offersTakeOver, takeOver } from "#web/inbox/tickets/take-over.ts";
import { reopenTicket, resolveTicket, returnTicket } from "#web/inbox/tickets/ticket-actions.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { acceptKey } from "./accept-key.ts";
import { boundKey, TICKET_KEYS } from "./key-map.ts";

export interface TicketViewKeysOptions {
  readonly view: TicketViewModel;
  readonly gate: Gate;
  readonly input: RefObject<ComposerInputHandle | null>;
  readonly openDialog: (dialog: TicketDialog) => void;
  readonly search: () => void;
}

/** Keys of the open ticket (docs/rules/keyboard.md#keys-of-the-ticket-page). What changes it needs command mode. */
export function useTicketViewKeys({ view, gate, input, openDialog, search }: TicketViewKeysOptions): void {
  const t = useText(ticketTexts);
  const may = (action: HeaderAction): boolean => {
    const ticket = view.ticket.peek();
    return ticket !== undefined && headerActions(currentUser.peek(), ticket).includes(action);
  };
  /** An action of the header, for the ticket at the time of the press. */
  const verb = (action: HeaderAction, work: (ticket: TicketAnswer) => unknown) => ({
    applies: () => may(action),
    run: () => {
      const ticket = view.ticket.peek();
      if (ticket && may(action)) void work(ticket);
    },
  });
  const mayTake = () => {
    const ticket = view.ticket.peek();
    return ticket && offersTakeOver(currentUser.peek(), ticket) ? ticket : undefined;
  };
  /** Quotes only in message mode: a key never turns a note into a message. */
  const mayReply = () => gate.reason === null && view.composer.mode.peek() === "message";
  useHotkeys({
    id: "ticket",
    title: () => t("keys.room"),
    keys: [
      acceptKey(t, () => view.ticket.peek()),
      boundKey(
        TICKET_KEYS.resolve,
        t,
        verb("resolve", (ticket) => resolveTicket(ticket)),
      ),
      boundKey(
        TICKET_KEYS.resolveSilent,
        t,
        verb("resolve", (ticket) => resolveTicket(ticket, true)),
      ),
      boundKey(TICKET_KEYS.return, t, verb("return", returnTicket)),
      boundKey(TICKET_KEYS.takeOver, t, {
        applies: () => mayTake() !== undefined,
        run: () => {
          const ticket = mayTake();
          if (ticket) void takeOver(ticket);
        },
      }),
      boundKey(
        TICKET_KEYS.transfer,
        t,
        verb("transfer", () => openDialog({ kind: "transfer" })),
      ),
      boundKey(TICKET_KEYS.reopen, t, verb("reopen", reopenTicket)),
      boundKey(TICKET_KEYS.reply, t, {
        applies: mayReply,
        run: () => {
          if (!mayReply()) return;
          const last = lastToQuote(view);
          if (last) view.composer.replyTo(last);
          input.current?.focus();
        },
      }),
      boundKey(TICKET_KEYS.note, t, {
        run: () => {
          view.composer.setMode("note");
          // The text box may be rendered only now: a closed ticket accepts notes, but no messages.
          requestAnimationFrame(() => input.current?.focus());
        },
      }),
      boundKey(TICKET_KEYS.search, t, { run: search }),
    ],
  });
}
