/** Job names in the wake-up schedule: clocks that are due, and clocks whose hours or policies changed. */
export const SLA_DUE = "sla-due";
export const SLA_RECOUNT = "sla-recount";
