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
 * Does the work; where SQLite refuses a duplicate in one of the indexes or columns named, throws what stands beside
 * its name.
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

/** True when the disk (or the quota of it) is full, of a database or of a file: reads go on, writes wait. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return FULL.has(code) || (error.cause !== undefined && isDiskFull(error.cause));
}
