import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { nextTryAt } from "./queries.ts";
import { INBOX_DUE } from "./store.ts";
import { InboxWorkerPort } from "./worker.ts";

/** Wakes the worker for companies with due events: retries, and rows left by a crash (docs/rules/jobs.md#periods). */
export const sweepInboxes = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: INBOX_DUE,
    whileHeld: true,
    failure: "inbox not processed",
    run(tenant) {
      const next = nextTryAt(tenant.db);
      // Scheduled before the worker starts, because the worker may schedule an earlier wake-up itself.
      installation.tenants.rescheduleWake(tenant.id, INBOX_DUE, next);
      if (next !== null && next <= installation.clock.now())
        installation.ports.use(InboxWorkerPort).wake(tenant);
    },
  });
