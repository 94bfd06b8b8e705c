import { addPeriod, dayOfMonth } from "#accounts/companies/index.ts";
import type { Recurrence } from "#tenants/tenant.ts";

export interface DueDate {
  readonly date: string;
  /** Billing day, 1-31; restored after a shorter month. */
  readonly day: number;
}

/**
 * Due date after a payment: one period after the old one, or after today when that is later. A late payment
 * starts a new period on the day of the payment, which becomes the billing day.
 */
export function dueAfterPayment(today: string, due: DueDate, recurrence: Recurrence): DueDate {
  const late = today > due.date;
  const day = late ? dayOfMonth(today) : due.day;
  return { date: addPeriod(late ? today : due.date, recurrence, day), day };
}
