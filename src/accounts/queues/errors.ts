import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such queue in this company. */
export const noQueue = () => notFound("ERR_NO_QUEUE_FOUND");
/** 404: no such node of an option tree in this company. */
export const noOption = () => notFound();
/** 409: another queue of the company, or another option beside this one, has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** 409: another queue of the company has this colour. */
export const colorInUse = () => new AppError(409, "ERR_QUEUE_COLOR_ALREADY_EXISTS");
/** 400: distribution requires at least two users. */
export const distributionNeedsUsers = () => new AppError(400, "ERR_DISTRIBUTION_NEEDS_USERS");
