import { AppError, notFound } from "#platform/errors.ts";

export const noTicket = () => notFound("ERR_NO_TICKET_FOUND");
export const noQueue = () => notFound("ERR_NO_QUEUE_FOUND");
export const noUser = () => notFound("ERR_NO_USER_FOUND");
/** 403: the mentioned people do not see the ticket, and the author may not add them as participants. */
export const mentionNotVisible = (userIds: readonly number[]) =>
  new AppError(403, "ERR_MENTION_NOT_VISIBLE", { userIds });
export const tooManyParticipants = (limit: number) =>
  new AppError(409, "ERR_LIMIT_REACHED", { resource: "participants", limit });
export const queueRequired = () => new AppError(400, "ERR_QUEUE_REQUIRED");
export const userNotInQueue = () => new AppError(400, "ERR_USER_NOT_IN_QUEUE");
export const ticketClosed = () => new AppError(409, "ERR_TICKET_CLOSED");
/** The undo window has passed: the texts of the close are sent. */
export const undoTooLate = () => new AppError(409, "ERR_UNDO_TOO_LATE");
export const ticketNotOpen = () => new AppError(409, "ERR_TICKET_NOT_OPEN");
/** The ticket was changed after the caller read it. */
export const ticketChanged = () => new AppError(409, "ERR_TICKET_CHANGED");
/** Another user became the attendant after the caller read the ticket; contains the name. */
export const attendantChanged = (now: {
  readonly userId: number | null;
  readonly user: { readonly name: string } | null;
}) => new AppError(409, "ERR_TICKET_CHANGED", now);
/** Another user accepted the pending ticket first; contains their name (docs/rules/tickets.md#accept). */
export const alreadyAccepted = (winner: {
  readonly userId: number | null;
  readonly user: { readonly name: string } | null;
  readonly queue: { readonly name: string } | null;
}) => new AppError(409, "ERR_TICKET_ALREADY_ACCEPTED", winner);
export const contactHasTickets = (count: number) => new AppError(409, "ERR_CONTACT_HAS_TICKETS", { count });
export const connectionHasTickets = (count: number) =>
  new AppError(409, "ERR_CONNECTION_HAS_TICKETS", { count });
export const queueHasTickets = (count: number) => new AppError(409, "ERR_QUEUE_HAS_TICKETS", { count });
