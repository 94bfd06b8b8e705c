import { ApiError } from "./api-error.ts";

/**
 * Whether a refused save is told in the page's own words: a name that is taken, fields that do not fit. What else can
 * go wrong (no line, no room in the plan) has words of its own.
 */
export const isRefusedByContent = (error: unknown): boolean =>
  error instanceof ApiError && ["ERR_VALIDATION", "ERR_NAME_IN_USE", "ERR_EMAIL_IN_USE"].includes(error.code);
