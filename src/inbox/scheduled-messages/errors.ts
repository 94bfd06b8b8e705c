import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such scheduled message, or it belongs to another user. */
export const noSchedule = () => notFound();
/** 409: it was sent, or is on its way. */
export const scheduleSent = () => new AppError(409, "ERR_SCHEDULE_SENT");
