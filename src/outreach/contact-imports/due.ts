/** Name of the job that works imports off, and of what companies are due for. */
export const IMPORT_DUE = "contact_import";
