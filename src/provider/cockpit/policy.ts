import { addDays } from "#platform/dates.ts";
import { type CompanyState, EXPIRING_DAYS } from "./contract.ts";

/** Dates are `YYYY-MM-DD`; null = none. */
export interface Subscription {
  readonly active: boolean;
  readonly dueDate: string | null;
  readonly trialExpiration: string | null;
}

/** How a company stands on a day. A company without a due date never expires. */
export function stateOf({ active, dueDate, trialExpiration }: Subscription, today: string): CompanyState {
  if (!active) return "off";
  if (dueDate !== null && dueDate < today) return "expired";
  // Who has paid is a customer, whatever is left of the trial.
  if (trialExpiration !== null && trialExpiration >= today && (dueDate ?? "") <= trialExpiration)
    return "trial";
  if (dueDate !== null && dueDate <= addDays(today, EXPIRING_DAYS)) return "expiring";
  return "active";
}
