/** Public functions of the backups, for the command line and other features. */

export type { CompanyOutcome } from "./archive/manifest.ts";
export { isPlainName, mediaFiles } from "./archive/media-files.ts";
export { storedMedia } from "./archive/stored-media.ts";
export { exportCompany } from "./exports/export-company.ts";
export { runningExportRows } from "./exports/rows.ts";
export { importCompany, tryImportCompany } from "./imports/import-company.ts";
export { runningCompanyImport } from "./imports/rows.ts";
export { JobNamesPort } from "./job-names.ts";
export { mergeBackups } from "./merge.ts";
export { carryErasures } from "./restore/copy-erasures.ts";
export { describeStaged, missingOf, putInPlace, replacedDataNotice, restoreAll } from "./restore/restore.ts";
export {
  type Placed,
  placeArchivedCompany,
  restoreCompanyFrom,
  tryRestoreCompany,
} from "./restore/restore-company.ts";
export { verify } from "./restore/verify.ts";
export { beginRotation, isRotating, reencryptSecrets } from "./rotate/rotate.ts";
export { backUp } from "./run/back-up.ts";
export { lastRun, lastStored, recordCommand } from "./run/record.ts";
export { findRun, listStamps, tryRun } from "./run/runs.ts";
export { backupAge, backupState, currentBackup } from "./run/state.ts";
export { installationSecrets, runTask, wrappedKeyOf } from "./subprocess/main.ts";
export type { Task } from "./subprocess/protocol.ts";
export { storeOf } from "./target.ts";
export { withDraftFile } from "./work-directory.ts";
