/** What the composition root and other features may use of the sessions. */
export { billingToken } from "./access-token.ts";
export { API_KEY_PREFIX, ApiKeysPort, callerOfKey, type KeyCaller } from "./api-key.ts";
export { actorOfSession } from "./authenticate.ts";
export {
  asksForConfirmation,
  confirmCompany,
  confirmCompanyAgain,
  waitsForConfirmation,
} from "./confirmation.ts";
export { confirmationMail } from "./confirmation-mail.ts";
export { cookieOf, keepCookie } from "./cookie.ts";
export { type Known, WaitingSignupsPort, whoIs } from "./credentials.ts";
export { isKnownDevice, keepDevice } from "./device-cookie.ts";
export { confirmationCode, invalidCredentials } from "./errors.ts";
export { bearerOf, createGuard } from "./guard.ts";
export { guardAgain, requireSame } from "./guard-again.ts";
export { LimitsPort } from "./limits.ts";
export { type Login, signIn } from "./login.ts";
export { setPasswordOf } from "./reset-password.ts";
export { createSuperUser, isSetUpOpen, newSetUpCode } from "./set-up.ts";
export { createSocketAuthenticator, reloadViewer } from "./viewer.ts";
