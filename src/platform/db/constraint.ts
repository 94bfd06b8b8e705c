/** True when the error is SQLite's refusal of a duplicate in the index or column named (any when omitted). */
import { AppError } from "#platform/errors.ts";
import { HELD_ROWS } from "./table-triggers.ts";

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

/**
 * Whether an error means that a company was closed while a request still used it: it is being moved to another cell
 * (docs/rules/cells.md#move), or the process stops.
 */
export const isClosedCompany = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === "The database connection is not open" || error.message === HELD_ROWS);

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

/** Error codes for new rows that the database rejected. */
export type CreateCode = "ERR_CREATING_MESSAGE" | "ERR_CREATING_TICKET";

const notCreated = new WeakMap<object, CreateCode>();

/** Notes that the database rejected the transaction of a new row with this error, for `createCodeOf`. */
export function noteNotCreated(error: unknown, code: CreateCode): void {
  if (isOfDatabase(error)) notCreated.set(error as object, code);
}

/** The code of the row that the failed transaction would have created; undefined for any other error. */
export const createCodeOf = (error: unknown): CreateCode | undefined =>
  typeof error === "object" && error !== null ? notCreated.get(error) : undefined;
