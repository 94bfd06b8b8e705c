import { AppError, notFound } from "#platform/errors.ts";

/** 404: the list or item does not exist or is not visible to the user. */
export const noList = () => notFound();
export const noItem = () => notFound();
/** 409: another list of the company has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** 409: the list is used by a scheduled or running campaign. */
export const listInUse = () => new AppError(409, "ERR_LIST_IN_USE");
/** 409: the number is already in the list, in any spelling. */
export const itemThere = (itemId: number) => new AppError(409, "ERR_DUPLICATED_CONTACT", { itemId });
