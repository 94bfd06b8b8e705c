import { AppError } from "#platform/errors.ts";

export const alreadyRunning = () => new AppError(409, "ERR_RECONCILIATION_RUNNING");
export const notConnected = () => new AppError(400, "ERR_WAPP_NOT_INITIALIZED");
/** The phone of a restricted number gets no requests. */
export const restricted = () => new AppError(409, "ERR_RECONCILIATION_HELD");
/** `retryAt`: when the check is allowed again, ms. */
export const tooSoon = (retryAt: number) =>
  new AppError(429, "ERR_RATE_LIMIT", { retryAt: new Date(retryAt).toISOString() });
