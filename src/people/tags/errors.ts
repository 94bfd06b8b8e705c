import { AppError, notFound } from "#platform/errors.ts";

/** 404: the company has no such tag. */
export const noTag = () => notFound();
/** 409: another tag of the company has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
