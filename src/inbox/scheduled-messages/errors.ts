import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such scheduled message, or it belongs to another user. */
export const noSchedule = () => notFound();
/** 409: the message was sent, or is being sent. */
export const scheduleSent = () => new AppError(409, "ERR_SCHEDULE_SENT");
