/** error: something does not work or data may be lost; warning: it works partly or will fail; info: useful to know. */
export type Severity = "error" | "warning" | "info";

/** The check; scripts of operators may filter by it. */
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
  | "archive"
  | "certificate"
  | "network"
  | "cluster";

/** One result for the operator. */
export interface Finding {
  readonly severity: Severity;
  readonly check: Check;
  /** Id of the company concerned. */
  readonly company?: number;
  /** The fact, with its path or address. */
  readonly what: string;
  /** Advice. */
  readonly advice: string;
}

/** Creates findings of one check. */
export const findingsOf =
  (check: Check, company?: number) =>
  (severity: Severity, what: string, advice: string): Finding => ({
    severity,
    check,
    ...(company !== undefined && { company }),
    what,
    advice,
  });
