import { AppError } from "#platform/errors.ts";

/** 403: self-service sign-up is disabled by the provider. */
export const signupDisabled = () => new AppError(403, "ERR_SIGNUP_DISABLED");
/** 409: the plan of a sign-up was deleted while the sign-up waited for its confirmation. */
export const planGone = () => new AppError(409, "ERR_SIGNUP_PLAN");
