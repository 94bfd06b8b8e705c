import { AppError } from "#platform/errors.ts";

/** This company is being exported already, or too many are. */
export const exportRunning = () => new AppError(409, "ERR_EXPORT_RUNNING");
/** A backup is being made already. */
export const backupRunning = () => new AppError(409, "ERR_BACKUP_RUNNING");
