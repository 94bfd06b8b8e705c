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

/** True when the disk (or the quota of it) is full: reads go on, writes wait. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return code === "SQLITE_FULL" || (error.cause !== undefined && isDiskFull(error.cause));
}
