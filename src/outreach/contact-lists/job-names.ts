/** Name of the job that asks the network about numbers of lists, and of what companies are due for. */
export const CHECK_JOB = "list_number_check";
/** Name of the job that removes the people of deleted lists, and of what companies are due for. */
export const SWEEP_JOB = "list_sweep";
