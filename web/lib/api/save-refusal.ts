import { ApiError } from "./api-error.ts";

/**
 * Whether the form has a text for a rejected save: a name in use, invalid fields. Other errors (offline, plan limit)
 * have their general texts.
 */
export const isRefusedByContent = (error: unknown): boolean =>
  error instanceof ApiError && ["ERR_VALIDATION", "ERR_NAME_IN_USE", "ERR_EMAIL_IN_USE"].includes(error.code);
