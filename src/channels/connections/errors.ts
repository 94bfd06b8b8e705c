import { AppError, notFound } from "#platform/errors.ts";

export const noConnection = () => notFound("ERR_NO_WAPP_FOUND");
/** No connection can take a new ticket (docs/rules/connections.md#choice). */
export const noUsableConnection = () => new AppError(400, "ERR_NO_DEF_WAPP_FOUND");
/** The only default connection cannot stop being the default. */
export const noOtherDefault = () => new AppError(400, "ERR_NO_OTHER_WHATSAPP");
export const greetingRequired = () => new AppError(400, "ERR_WAPP_GREETING_REQUIRED");
export const nameInUse = (field: "name" | "token") => new AppError(409, "ERR_NAME_IN_USE", { field });
/** The operation needs an open session. */
export const notInitialized = () => new AppError(400, "ERR_WAPP_NOT_INITIALIZED");
export const notSupported = () => new AppError(400, "ERR_NOT_SUPPORTED");
/** The network refused the credentials or the request; `details.detail` is its message. */
export const providerRefused = (detail: string) => new AppError(400, "ERR_PROVIDER_AUTH", { detail });
/** The page or number is connected already, in this company or another. */
export const pageInUse = (name: string) => new AppError(409, "ERR_PAGE_IN_USE", { name });
/** 409: the connection does not wait for this passkey step: it was not requested, or has ended. */
export const wrongPasskeyState = () => new AppError(409, "ERR_PASSKEY_STATE");
/** The assertion does not answer the request; `details.field` names the part that is wrong. */
export const passkeyInvalid = (field: string) => new AppError(400, "ERR_PASSKEY_INVALID", { field });
/** `details.code`: the network's error number; null when it did not answer. */
export const passkeyRefused = (code: number | null) => new AppError(502, "ERR_PASSKEY_REFUSED", { code });
export const linkExpired = () => new AppError(410, "ERR_LINK_EXPIRED");
/** Another process owns the session. */
export const connectionBusy = () => new AppError(409, "ERR_CONNECTION_BUSY");
/**
 * Meta sends the history of an official number only once, and only within 24 hours after the number was connected by
 * Embedded Signup.
 */
export const historyDone = () => new AppError(409, "ERR_HISTORY_DONE");
