import { isExpired } from "#companies/index.ts";
import { one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { answerRecoveries } from "./recovery.ts";
import { SESSION_CLEAN_UP, SESSION_KEPT_MS } from "./sessions.ts";

const OLD = "DELETE FROM session WHERE coalesce(ended_at, expires_at) < ?";
const OLDEST = "SELECT min(coalesce(ended_at, expires_at)) AS at FROM session";

/** Behaviour 29, clean-up: sessions that ended or expired more than 30 days ago. */
export const sessionCleanUpJob = defineJob<Installation>({
  name: SESSION_CLEAN_UP,
  every: "0 0 3 * * *",
  run({ tenants, clock }) {
    for (const companyId of tenants.due(SESSION_CLEAN_UP, clock.now())) {
      const tenant = tenants.open(companyId);
      tenant.write((unit) => void run(unit.db, OLD, unit.now - SESSION_KEPT_MS));
      const oldest = one<{ at: number | null }>(tenant.db, OLDEST)?.at ?? null;
      tenants.settleDue(companyId, SESSION_CLEAN_UP, oldest === null ? null : oldest + SESSION_KEPT_MS);
    }
  },
});

/** Behaviour 29, expiry: live sockets of a company that is now past its due date, or switched off, are closed. */
export const expiryJob = defineJob<Installation>({
  name: "expiry",
  every: { seconds: 60 },
  run({ tenants, ports }) {
    for (const tenant of tenants.awake())
      if (isExpired(tenant) || !tenant.company.active) ports.use(RealtimePort).reload(tenant.id);
  },
});

/** Live sockets whose session ran out while nobody asked for anything are closed. */
export const sessionExpiryJob = defineJob<Installation>({
  name: "session_expiry",
  every: { seconds: 3600 },
  run({ tenants, ports }) {
    for (const tenant of tenants.awake()) ports.use(RealtimePort).reload(tenant.id);
  },
});

/** Mails the codes asked for by people who forgot their password. */
export const recoveryJob = defineJob<Installation>({
  name: "recovery",
  every: { seconds: 1 },
  run: answerRecoveries,
});
