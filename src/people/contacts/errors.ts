import { AppError, notFound } from "#platform/errors.ts";

export const noContact = () => notFound("ERR_NO_CONTACT_FOUND");
/** 409: the number (or another identity) belongs to an existing contact, whose id is in the details. */
export const duplicatedContact = (contactId: number) =>
  new AppError(409, "ERR_DUPLICATED_CONTACT", { contactId });
/** 400: the network does not know the number, or the contact has no identity on that channel. */
export const invalidContact = () => new AppError(400, "ERR_WAPP_INVALID_CONTACT");
/** 400: the contact has no known phone number, and its other WhatsApp ids cannot be used for sending on this connection. */
export const needsPhone = () => new AppError(400, "ERR_NEEDS_PHONE");
export const notConnected = () => new AppError(400, "ERR_WAPP_NOT_INITIALIZED");
export const noConnection = () => notFound("ERR_NO_WAPP_FOUND");
export const checkFailed = () => new AppError(502, "ERR_WAPP_CHECK_CONTACT");
export const mergeAlreadyUndone = () => new AppError(409, "ERR_MERGE_ALREADY_UNDONE");
export const mergeTooOld = () => new AppError(409, "ERR_MERGE_TOO_OLD");
