/** What the command line may use of the importer. */
export { tryImport } from "./dry-run.ts";
export { describeReport as reportInWords, type ImportReport } from "./report.ts";
export { type ImportOptions, importWhaticket, type Progress, sweepImports } from "./run.ts";
