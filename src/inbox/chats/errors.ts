import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such chat, or the caller is not a member of it. */
export const noChat = () => notFound("ERR_NO_CHAT_FOUND");
/** 404: the chat has no such message, or the message was deleted. */
export const noChatMessage = () => notFound("ERR_NO_MESSAGE_FOUND");
/** 409: the same client id was used before with other content. */
export const otherContent = () => new AppError(409, "ERR_IDEMPOTENCY_MISMATCH");
