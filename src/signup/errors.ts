import { AppError } from "#platform/errors.ts";

/** 403: the provider takes no new companies by itself. */
export const signupDisabled = () => new AppError(403, "ERR_SIGNUP_DISABLED");
