import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such queue in this company. */
export const noQueue = () => notFound("ERR_NO_QUEUE_FOUND");
/** 409: another queue of the company has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** 409: another queue of the company has this colour. */
export const colorInUse = () => new AppError(409, "ERR_QUEUE_COLOR_ALREADY_EXISTS");
