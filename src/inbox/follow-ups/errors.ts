import { AppError, invalidFields } from "#platform/errors.ts";

/** 409: a follow-up runs in the ticket already. */
export const followUpRunning = () => new AppError(409, "ERR_FOLLOW_UP_RUNNING");
export const ticketNotOpen = () => new AppError(409, "ERR_TICKET_NOT_OPEN");
/** 409: the last message is the customer's, so a follow-up has no answer to wait for. */
export const ticketChanged = () => new AppError(409, "ERR_TICKET_CHANGED");
/** 409: another follow-up of the same owner, or another shared one, has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** 400: the answer window will be closed when the first step is due, and the step has no template of this number. */
export const windowClosed = () => new AppError(400, "ERR_WINDOW_CLOSED");
/** 400: groups, and customers who never wrote in the ticket, get no follow-ups. */
export const notForThisTicket = () => invalidFields({ ticketId: "invalid" });
/** 400: the contact is blocked, or opted out. */
export const contactRefuses = (isBlocked: boolean) =>
  new AppError(400, isBlocked ? "ERR_CONTACT_BLOCKED" : "ERR_CONTACT_OPTED_OUT");
