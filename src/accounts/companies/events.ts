import { defineEvent } from "#platform/events/define-event.ts";

/** Parts of a company that a change can concern. */
export type CompanyPart = "name" | "contact" | "plan" | "status" | "dueDate" | "recurrence" | "address";

/**
 * The provider created a company; emitted in that company after the commit. Not emitted for companies created by a
 * sign-up.
 */
export const CompanyAdded = defineEvent<{ readonly companyId: number }>("company.added");

/**
 * The provider moved the due date by hand; `from` is the previous one. Emitted in that company after
 * `CompanyChanged`.
 */
export const DueDateMoved = defineEvent<{ readonly companyId: number; readonly from: string | null }>(
  "company.due-date-moved",
);

/** The provider or a payment changed a company; emitted in that company after the commit. */
export const CompanyChanged = defineEvent<{
  readonly companyId: number;
  readonly what: readonly CompanyPart[];
}>("company.changed");

/** The opening hours of a company were changed; emitted in that company once they are stored in the system file. */
export const CompanyHoursChanged = defineEvent<{ readonly companyId: number }>("company.hours_changed");

/**
 * A company was disabled or is about to be removed: all its running work stops. Listeners that need time pass
 * a promise to `wait`; a removal continues when all are settled.
 */
export const CompanyDisabled = defineEvent<{
  readonly companyId: number;
  readonly wait: (stopping: Promise<unknown>) => void;
}>("company.disabled");

/** A disabled company was enabled again. */
export const CompanyEnabled = defineEvent<{ readonly companyId: number }>("company.enabled");

/** A company is disabled and its work has stopped; it is moved to the bin next. The last event of the company. */
export const CompanyRemoved = defineEvent<{ readonly companyId: number }>("company.removed");
