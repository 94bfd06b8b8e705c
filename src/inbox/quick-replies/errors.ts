import { AppError, notFound } from "#platform/errors.ts";

/** 404: none, or not visible to the caller. */
export const noQuickReply = () => notFound();
/** 409: its scope (the company, or this person) has the shortcode already. */
export const shortcodeInUse = () => new AppError(409, "ERR_NAME_IN_USE");
