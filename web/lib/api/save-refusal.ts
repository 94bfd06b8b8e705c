import { ApiError } from "./api-error.ts";

/**
 * Whether the page describes a rejected save itself: a name that is taken, invalid fields. Other errors (offline, plan limit) have
 * texts of their own.
 */
export const isRefusedByContent = (error: unknown): boolean =>
  error instanceof ApiError && ["ERR_VALIDATION", "ERR_NAME_IN_USE", "ERR_EMAIL_IN_USE"].includes(error.code);
