import { AppError } from "#platform/errors.ts";
import { isDiskFull } from "./constraint.ts";

/** True when the error, or a cause of it, comes from SQLite. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  const { code } = error as Error & { code?: unknown };
  return (typeof code === "string" && code.startsWith("SQLITE_")) || isOfDatabase(error.cause);
}

/**
 * Runs a request that creates a row. Throws 500 `code` when the database did not write it; the error of the database
 * is the cause and goes to the log. A full disk keeps its own answer, and other errors pass unchanged. Rule:
 * docs/rules/messages.md#not-written.
 */
export async function withCreateError<T>(
  code: "ERR_CREATING_MESSAGE" | "ERR_CREATING_TICKET",
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfDatabase(error) || isDiskFull(error)) throw error;
    throw Object.assign(new AppError(500, code), { cause: error });
  }
}
