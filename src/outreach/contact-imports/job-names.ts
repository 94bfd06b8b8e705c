/** Name of the job that works imports off, and of what companies are due for. */
export const IMPORT_JOB = "contact_import";
