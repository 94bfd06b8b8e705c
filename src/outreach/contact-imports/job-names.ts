/** Name of the job that processes imports, also in the wake schedule. */
export const IMPORT_JOB = "contact_import";
