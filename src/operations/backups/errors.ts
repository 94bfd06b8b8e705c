import { AppError } from "#platform/errors.ts";

/** A backup, or an export of this company, is already running. */
export const backupRunning = () => new AppError(409, "ERR_IDEMPOTENCY_IN_PROGRESS");
