import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such quick reply, or the caller may not see it. */
export const noQuickReply = () => notFound();
/** 409: another quick reply of the same owner, or another shared one, has this shortcode. */
export const shortcodeInUse = () => new AppError(409, "ERR_NAME_IN_USE");
