/** Name of the job that checks the numbers of lists on the network, also in the wake schedule. */
export const CHECK_JOB = "list_number_check";
/** Name of the job that deletes the items of deleted lists, also in the wake schedule. */
export const SWEEP_JOB = "list_sweep";
