import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such list, or no such item, for this person. */
export const noList = () => notFound();
export const noItem = () => notFound();
/** 409: another list of the company has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** 409: a campaign that is planned or running needs it. */
export const listInUse = () => new AppError(409, "ERR_LIST_IN_USE");
/** 409: the list has this number already, in any spelling. */
export const itemThere = (itemId: number) => new AppError(409, "ERR_DUPLICATED_CONTACT", { itemId });
