/** Name of the job that checks numbers of lists with the network, also in the wake schedule. */
export const CHECK_JOB = "list_number_check";
/** Name of the job that removes the people of deleted lists, and of what companies are due for. */
export const SWEEP_JOB = "list_sweep";
