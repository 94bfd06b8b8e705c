/** Public functions of the importer, for the command line. */
export { tryImport } from "./dry-run.ts";
export { describeReport as reportInWords, type ImportReport } from "./report.ts";
export { type ImportOptions, importWhaticket, type Progress, sweepImports } from "./run.ts";
