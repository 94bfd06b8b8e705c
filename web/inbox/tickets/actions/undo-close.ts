import { effect } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { tickets } from "#web/inbox/tickets/store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";

export interface CloseVerbs {
  readonly undo: (ticket: TicketAnswer) => Promise<void>;
  readonly reopen: (ticket: TicketAnswer) => Promise<void>;
}

/** The offer ends this long before the undo window of the server, ms, so that a press arrives in time. */
const TRAVEL_MS = 300;

/** How long the undo of a close is offered, ms; 0 = the close has settled. Independent of the clock of this device. */
export function undoMs({ closedAt, closeSettlesAt }: TicketAnswer): number {
  if (closedAt === null || closeSettlesAt === null) return 0;
  return Math.max(0, Date.parse(closeSettlesAt) - Date.parse(closedAt) - TRAVEL_MS);
}

/**
 * Shows that a ticket was resolved. While the close can be undone (docs/rules/tickets.md#undo-close) it offers the
 * undo, else reopening. The offer ends early when the ticket is running again, because the customer wrote or another
 * person undid the close.
 */
export function offerUndo(closed: TicketAnswer, verbs: CloseVerbs): void {
  const exactMs = undoMs(closed);
  const words = text(ticketTexts, "verb.resolved");
  if (exactMs === 0) {
    toast.info(words, {
      label: text(ticketTexts, "verb.reopen"),
      run: () => void verbs.reopen(closed),
    });
    return;
  }
  let unwatch = () => {};
  const close = toast.timed({
    text: words,
    detail: closed.contact.name,
    exactMs,
    action: {
      label: text(ticketTexts, "verb.undo"),
      run: () => {
        unwatch();
        void undoOrReopen(closed, verbs);
      },
      onGone: () => unwatch(),
    },
  });
  unwatch = effect(() => {
    const now = tickets.get(closed.id);
    if (!now || now.status === "closed") return;
    queueMicrotask(() => {
      close();
      if (now.unreadMessages > 0) toast.info(text(ticketTexts, "verb.goesOn", { name: now.contact.name }));
    });
  });
}

async function undoOrReopen(closed: TicketAnswer, { undo, reopen }: CloseVerbs): Promise<void> {
  try {
    await undo(closed);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "ERR_UNDO_TOO_LATE") return toast.failure(error);
    toast.info(text(ticketTexts, "verb.undoTooLate"), {
      label: text(ticketTexts, "verb.reopen"),
      run: () => void reopen(closed),
    });
  }
}
