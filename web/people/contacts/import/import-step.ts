import type { ColumnRole, ImportAnswer, ImportSummary } from "#outreach/contact-imports/contract.ts";

/** The current step of the dialog. */
export type Step = "file" | "working" | "check" | "run" | "report";

/** The preview before the import starts. */
export interface Look {
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnRole[];
  /** Null until a column with the number is chosen. */
  readonly result: ImportAnswer | null;
}

/** The import is running. */
export const isBusy = ({ state }: Pick<ImportSummary, "state">): boolean =>
  state === "reading" || state === "running";
