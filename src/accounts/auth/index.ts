/** Public functions of authentication, for the composition root and other features. */

export {
  asksForConfirmation,
  confirmationMail,
  confirmCompany,
  confirmCompanyAgain,
  waitsForConfirmation,
} from "./confirmation/confirmation.ts";
export { confirmationCode, invalidCredentials } from "./errors.ts";
export { billingToken } from "./guard/access-token.ts";
export {
  ApiKeysPort,
  apiKeyPrefix,
  callerOfKey,
  directoryKeyOf,
  isApiKey,
  type KeyCaller,
} from "./guard/api-key.ts";
export { actorOfSession } from "./guard/authenticate.ts";
export { bearerOf } from "./guard/bearer.ts";
export { createGuard, createKnowsSession } from "./guard/guard.ts";
export { ownerOfBearer } from "./guard/owner-of-bearer.ts";
export { guardAgain, requireSame } from "./guard/recheck-permissions.ts";
export { socketsOfOtherCells } from "./guard/socket-cell.ts";
export { createSocketAuthenticator, reloadViewer } from "./guard/viewer.ts";
export { LimitsPort } from "./limits.ts";
export { cookieOf, keepCookie } from "./login/cookie.ts";
export { type Known, type Login, verifyCredentials, WaitingSignupsPort } from "./login/credentials.ts";
export { keepDevice, knownDevice } from "./login/device-cookie.ts";
export { signIn } from "./login/login.ts";
export { recoveryLinkOf } from "./recovery/recovery.ts";
export { setPasswordOf } from "./recovery/reset-password.ts";
export type { Origin } from "./sessions/sessions.ts";
export { createSuperUser, isSetUpOpen, newSetUpCode } from "./set-up/set-up.ts";
