/** True when the error is SQLite's refusal of a duplicate in the index or column named (any when omitted). */
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
