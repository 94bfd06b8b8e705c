import { AppError, notFound } from "#platform/errors.ts";

/** 404: the company has no such field. */
export const noField = () => notFound();
/** 409: another field of the same owner has this key or label. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** 400: a person cannot resolve the ticket without these fields and, when `resolution` is true, a resolution. */
export const fieldsRequired = (fields: readonly number[], resolution: boolean) =>
  new AppError(400, "ERR_FIELDS_REQUIRED", { fields, resolution });
