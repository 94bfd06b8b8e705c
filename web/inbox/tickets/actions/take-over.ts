import { signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayTakeOver, type Person } from "#inbox/tickets/policy.ts";
import { text } from "#web/i18n/dictionary.ts";
import { focusComposer } from "#web/inbox/tickets/conversation/focus-composer.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { takeOverTicket } from "#web/inbox/tickets/tickets-api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { whileAsking } from "#web/lib/keyboard/active-composer.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { showChanged } from "./change-ticket.ts";
import type { TicketAction } from "./ticket-action.ts";

/** Whether taking over is offered: the ticket is open with another attendant, and the policy allows it. Reads signals. */
export const offersTakeOver = (user: Person, ticket: TicketAnswer): boolean =>
  ticket.status === "open" &&
  ticket.userId !== null &&
  ticket.userId !== user.id &&
  mayTakeOver(user, ticket, session.setting("attendantsTakeOver") === "enabled");

/** Action without a header button: its button is in the bar that replaces the composer. */
export const takeOverAction = {
  id: "takeOver",
  key: { keys: "o", acts: "command", label: "takeOver.take" },
  isOffered: offersTakeOver,
  run: (ticket: TicketAnswer) => takeOver(ticket),
} satisfies TicketAction;

type Asked = Pick<TicketAnswer, "id" | "userId">;
const chosen = signal<ReadonlySet<string>>(new Set());
const keyOf = ({ id, userId }: Asked) => `${currentUser.peek().id}:${id}:${userId}`;

/**
 * Whether this user chose to answer without taking over; the choice ends when the attendant changes. Reads a signal.
 */
export const answersWithoutTakingOver = (ticket: Asked): boolean => chosen.value.has(keyOf(ticket));

/**
 * Lets this user answer in the ticket of another attendant without taking it over
 * (docs/rules/take-over.md#asked-before-writing).
 */
export function answerWithoutTakingOver(ticket: Asked): void {
  focusComposer(ticket.id);
  chosen.value = new Set([...chosen.peek(), keyOf(ticket)]);
}

interface TakeOverChoice {
  /** True: the contact gets no text about it. */
  readonly silent?: boolean;
  /** Stored as a note. */
  readonly reason?: string;
}

/** Becomes the attendant of the ticket. */
export async function takeOver(
  ticket: TicketAnswer,
  { silent = false, reason = "" }: TakeOverChoice = {},
): Promise<void> {
  try {
    await whileAsking(async (opened) => {
      const taken = await takeOverTicket(ticket.id, {
        fromUserId: ticket.userId ?? 0,
        silent,
        ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
      });
      focusComposer(taken.id);
      showChanged(taken);
      opened(taken.uuid);
    });
    toast.success(text(ticketTexts, "takeOver.done"));
  } catch (error) {
    const winner =
      error instanceof ApiError ? (error.details["user"] as { name?: string } | undefined)?.name : undefined;
    if (winner) toast.info(text(ticketTexts, "takeOver.taken", { name: winner }));
    else toast.failure(error);
  }
}
