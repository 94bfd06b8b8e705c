import type { ColumnRole, ImportAnswer, ImportSummary } from "#outreach/contact-imports/contract.ts";

/** Where somebody is in the dialog. */
export type Step = "file" | "working" | "check" | "run" | "report";

/** What is looked at before it begins. */
export interface Look {
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnRole[];
  /** Null while no column is the number. */
  readonly result: ImportAnswer | null;
}

/** It is being worked off. */
export const isBusy = ({ state }: Pick<ImportSummary, "state">): boolean =>
  state === "reading" || state === "running";
