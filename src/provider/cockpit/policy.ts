import { addDays } from "#platform/dates.ts";
import { type CompanyState, EXPIRING_DAYS } from "./contract.ts";

/** Dates are `YYYY-MM-DD`; null = none. */
export interface Subscription {
  readonly active: boolean;
  readonly dueDate: string | null;
  readonly trialExpiration: string | null;
}

/** State of a company's subscription on a day. A company without a due date never expires. */
export function stateOf({ active, dueDate, trialExpiration }: Subscription, today: string): CompanyState {
  if (!active) return "off";
  if (dueDate !== null && dueDate < today) return "expired";
  // A company that has paid is a customer, even during its trial.
  if (trialExpiration !== null && trialExpiration >= today && (dueDate ?? "") <= trialExpiration)
    return "trial";
  if (dueDate !== null && dueDate <= addDays(today, EXPIRING_DAYS)) return "expiring";
  return "active";
}
