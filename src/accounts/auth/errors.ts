import { AppError } from "#platform/errors.ts";

/** 401: e-mail or password wrong; the response does not reveal which. */
export const invalidCredentials = () => new AppError(401, "ERR_INVALID_CREDENTIALS");
/** 403: the access token is too old; the client refreshes once. */
export const tokenExpired = () => new AppError(403, "ERR_TOKEN_EXPIRED");
/** 400: the code of the mail is wrong, used or expired; the response does not reveal which. */
export const resetToken = () => new AppError(400, "ERR_RESET_TOKEN");
/** 403: the e-mail of the sign-up is not confirmed yet. */
export const emailNotConfirmed = () => new AppError(403, "ERR_EMAIL_NOT_CONFIRMED");
/** Why a confirmation link does not work. `unknown`: never issued, or deleted since. */
export type LinkProblem = "used" | "replaced" | "expired" | "unknown";
/** 400: the confirmation code does not work; `details.reason` has the cause. */
export const confirmationCode = (reason: LinkProblem) =>
  new AppError(400, "ERR_CONFIRMATION_CODE", { reason });
/** 409: the installation already has a super user. */
export const setUpDone = () => new AppError(409, "ERR_SETUP_DONE");
