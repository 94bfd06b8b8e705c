import { AppError } from "#platform/errors.ts";

/** Another macro of the same owner, or another shared one, has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
/** The action at `index` was refused with the code `error`; nothing happened. */
export const macroRefused = (index: number, error: string) =>
  new AppError(409, "ERR_MACRO_REFUSED", { index, error });
