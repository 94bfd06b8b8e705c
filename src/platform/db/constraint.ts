/** True when the error is SQLite's refusal of a duplicate in the index or column named (any when omitted). */
import { AppError } from "#platform/errors.ts";

export function isUniqueViolation(error: unknown, name?: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (code !== "SQLITE_CONSTRAINT_UNIQUE" && code !== "SQLITE_CONSTRAINT_PRIMARYKEY") {
    // drizzle wraps the driver's error
    return error.cause !== undefined && isUniqueViolation(error.cause, name);
  }
  return name === undefined || error.message.includes(name);
}

/**
 * Runs the work; when SQLite rejects a duplicate in one of the named indexes or columns, throws the error given for
 * that name.
 */
export function refusingTaken<T>(work: () => T, refusals: Readonly<Record<string, () => Error>>): T {
  try {
    return work();
  } catch (error) {
    for (const [name, refusal] of Object.entries(refusals))
      if (isUniqueViolation(error, name)) throw refusal();
    throw error;
  }
}

/** Whether an error means that the disk or its quota is full. */
const FULL: ReadonlySet<unknown> = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT"]);

/** True when the disk or its quota is full, for a database or a file: reads continue, writes fail. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return FULL.has(code) || (error.cause !== undefined && isDiskFull(error.cause));
}

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
