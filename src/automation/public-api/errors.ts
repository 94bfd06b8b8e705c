import { AppError } from "#platform/errors.ts";

export const invalidToken = () => new AppError(401, "ERR_INVALID_API_TOKEN");
export const keyMismatch = () => new AppError(409, "ERR_IDEMPOTENCY_MISMATCH");
export const keyInProgress = () => new AppError(409, "ERR_IDEMPOTENCY_IN_PROGRESS");
export const noSuchMessage = () => new AppError(404, "ERR_NO_MESSAGE_FOUND");
