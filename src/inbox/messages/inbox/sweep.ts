import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { nextTryAt } from "./queries.ts";
import { INBOX_DUE } from "./store.ts";
import type { InboxWorker } from "./worker.ts";

export const InboxWorkerPort = definePort<InboxWorker>("inbox-lanes");

/** Wakes the lanes of companies with events to process: retries, and what a crash left (docs/rules/jobs.md#periods). */
export function sweepInboxes({ tenants, clock, ports, log }: Installation): void {
  const now = clock.now();
  for (const companyId of tenants.dueCompanies(INBOX_DUE, now)) {
    try {
      const tenant = tenants.open(companyId);
      const next = nextTryAt(tenant.db);
      tenants.rescheduleWake(companyId, INBOX_DUE, next);
      if (next !== null && next <= now) ports.use(InboxWorkerPort).wake(tenant);
    } catch (error) {
      log.error({ company: companyId, err: error }, "inbox not looked after");
    }
  }
}
