/** What the composition root and other features may use of the sessions. */
export { billingToken } from "./access-token.ts";
export { API_KEY_PREFIX, ApiKeysPort, callerOfKey, type KeyCaller } from "./api-key.ts";
export { actorOfSession } from "./authenticate.ts";
export { askForConfirmation, waitsForConfirmation } from "./confirmation.ts";
export { bearerOf, createGuard } from "./guard.ts";
export { guardAgain, requireSame } from "./guard-again.ts";
export { setPasswordOf } from "./reset-password.ts";
export { createSuperUser, type FirstPerson, isSetUpOpen, newSetUpCode } from "./set-up.ts";
export { createSocketAuthenticator, reloadViewer } from "./viewer.ts";
