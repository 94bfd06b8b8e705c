import { AppError } from "#platform/errors.ts";

/** Another run of the user is in progress. */
export const bulkRunning = () => new AppError(409, "ERR_BULK_RUNNING");
/** A resolve would send more farewells over an unofficial number than one run may. */
export const tooManyTexts = (limit: number) => new AppError(400, "ERR_BULK_TOO_MANY_TEXTS", { limit });
export const undoTooLate = () => new AppError(409, "ERR_UNDO_TOO_LATE");
