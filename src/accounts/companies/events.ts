import { defineEvent } from "#platform/events/define-event.ts";

/** What of a company is another one now. */
export type CompanyPart = "name" | "contact" | "plan" | "status" | "dueDate" | "recurrence" | "address";

/** The provider made a company; emitted in it, behind the commit. Who signs up makes one without this. */
export const CompanyAdded = defineEvent<{ readonly companyId: number }>("company.added");

/** The provider moved the due date by hand, `from` the one before; emitted in that company, behind `CompanyChanged`. */
export const DueDateMoved = defineEvent<{ readonly companyId: number; readonly from: string | null }>(
  "company.due-date-moved",
);

/** The provider, or a payment, changed a company; emitted in that company, behind the commit. */
export const CompanyChanged = defineEvent<{
  readonly companyId: number;
  readonly what: readonly CompanyPart[];
}>("company.changed");

/**
 * A company was disabled or is about to be removed: all its running work stops. Listeners that need time pass
 * a promise to `wait`; a removal continues when all are settled.
 */
export const CompanyDisabled = defineEvent<{
  readonly companyId: number;
  readonly wait: (stopping: Promise<unknown>) => void;
}>("company.disabled");

/** A company that was switched off may work again. */
export const CompanyEnabled = defineEvent<{ readonly companyId: number }>("company.enabled");

/** A company is about to go into the bin; emitted in it for the last time, behind the commit. */
export const CompanyRemoved = defineEvent<{ readonly companyId: number }>("company.removed");
