/** What the command line and other features may use of the backups. */

export { backupAge } from "./age.ts";
export type { Task } from "./apart/task.ts";
export { installationSecrets, workApart, wrappedKeyOf } from "./apart/work.ts";

export { mediaFiles } from "./archive/media-files.ts";

export { backUp } from "./back-up.ts";
export { currentBackup } from "./current.ts";
export { exportCompany } from "./export-company.ts";
export { exportsUnderWay } from "./exports/rows.ts";
export { importCompany, tryImportCompany } from "./import-company.ts";
export { companyImportUnderWay } from "./imports/rows.ts";
export { JobNamesPort } from "./job-names.ts";
export type { Placed } from "./place-company.ts";
export { lastRun, lastStored, recordCommand } from "./record.ts";
export { inWords, missingOf, putAside, restoreAll } from "./restore.ts";
export { restoreCompanyFrom, tryRestoreCompany } from "./restore-company.ts";
export { beginRotation, isRotating, sealAnew } from "./rotate/rotate.ts";
export { findRun, listStamps, tryRun } from "./runs.ts";
export { backupState } from "./state.ts";
export { storeOf } from "./target.ts";
export { verify } from "./verify.ts";
