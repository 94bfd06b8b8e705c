/** error: something does not work or may be lost; warning: it will be, or works half; info: good to know. */
export type Severity = "error" | "warning" | "info";

/** What was looked at; scripts of operators may choose by it. */
export type Check =
  | "descriptors"
  | "temporary"
  | "disk"
  | "clock"
  | "directory"
  | "key"
  | "database"
  | "media"
  | "sessions"
  | "backups"
  | "certificate"
  | "network";

/** One thing somebody should know. */
export interface Finding {
  readonly severity: Severity;
  readonly check: Check;
  /** Of one company. */
  readonly company?: number;
  /** What is so, with the path or address it is about. */
  readonly what: string;
  /** What to do about it. */
  readonly advice: string;
}

/** Makes the findings of one check. */
export const findingsOf =
  (check: Check, company?: number) =>
  (severity: Severity, what: string, advice: string): Finding => ({
    severity,
    check,
    ...(company !== undefined && { company }),
    what,
    advice,
  });
