import { defineJob, type Job } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "./installation.ts";
import type { Tenant } from "./tenant.ts";

export interface DueWork {
  /** Name of the wake-up. */
  readonly job: string;
  /** Log message when the work of one company fails. */
  readonly failure: string;
  /** A failed company is due again after this time, ms; without it, at the next run of the job. */
  readonly retryMs?: number;
  /**
   * Runs also in companies that are held after a restore: work that sends nothing to customers
   * (docs/rules/cluster.md#hold).
   */
  readonly whileHeld?: boolean;
  /**
   * Also runs the work when the wall clock was set back by more than 5 s, because its wake-up may have been stored while the
   * clock was ahead. Only for work that reads from the rows what is due.
   */
  readonly afterSetBack?: boolean;
  /** Lets other work run between two companies. */
  readonly yields?: boolean;
  /** Returns the time at which the company is due again (ms); null = never, undefined = the work has set it itself. */
  readonly run: (tenant: Tenant) => Due | Promise<Due>;
}
// biome-ignore lint/suspicious/noConfusingVoidType: work without a result returns nothing
type Due = number | null | void;

/**
 * Runs the work of every company that is due for a job, oldest first; companies without work are not opened. A failure is
 * logged and does not stop the other companies.
 */
export async function forEachDueCompany(
  { tenants, clock, log }: Installation,
  { job, failure, retryMs, whileHeld = false, afterSetBack = false, yields = false, run }: DueWork,
): Promise<void> {
  if (afterSetBack) tenants.wakeAfterSetBack(job, clock.now());
  for (const companyId of tenants.dueCompanies(job, clock.now(), whileHeld)) {
    try {
      const result = run(tenants.open(companyId));
      // No await for synchronous work: a wake-up scheduled in between would be overwritten.
      const next = result instanceof Promise ? await result : result;
      if (next !== undefined) tenants.rescheduleWake(companyId, job, next);
    } catch (error) {
      log.error({ company: companyId, err: error }, failure);
      if (retryMs !== undefined) tenants.rescheduleWake(companyId, job, clock.now() + retryMs);
    }
    if (yields) await yieldToEventLoop("server");
  }
}

/** A job that runs the due work of all companies; its name is that of the wake-up unless it has another one. */
export const defineDueJob = ({
  name,
  every,
  ...work
}: DueWork & { readonly name?: string; readonly every: Job<Installation>["every"] }): Job<Installation> =>
  defineJob({ name: name ?? work.job, every, run: (installation) => forEachDueCompany(installation, work) });
