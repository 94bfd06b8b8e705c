/** Public functions of the backups, for the command line and other features. */

export { mediaFiles } from "./archive/media-files.ts";
export { exportCompany } from "./exports/export-company.ts";
export { runningExportRows } from "./exports/rows.ts";
export { importCompany, tryImportCompany } from "./imports/import-company.ts";
export { runningCompanyImport } from "./imports/rows.ts";
export { JobNamesPort } from "./job-names.ts";
export type { Placed } from "./restore/place-company.ts";
export { describeStaged, missingOf, replacedDataNotice, restoreAll } from "./restore/restore.ts";
export { restoreCompanyFrom, tryRestoreCompany } from "./restore/restore-company.ts";
export { verify } from "./restore/verify.ts";
export { beginRotation, isRotating, reencryptSecrets } from "./rotate/rotate.ts";
export { backupAge } from "./run/age.ts";
export { backUp } from "./run/back-up.ts";
export { currentBackup } from "./run/current.ts";
export { lastRun, lastStored, recordCommand } from "./run/record.ts";
export { findRun, listStamps, tryRun } from "./run/runs.ts";
export { backupState } from "./run/state.ts";
export { installationSecrets, runTask, wrappedKeyOf } from "./subprocess/main.ts";
export type { Task } from "./subprocess/protocol.ts";
export { storeOf } from "./target.ts";
