import { AuditListsPort } from "#accounts/audit/index.ts";
import { InvoicePaid } from "#accounts/billing/index.ts";
import { CompanyDisabled, CompanyEnabled } from "#accounts/companies/events.ts";
import { isCutOff } from "#accounts/companies/index.ts";
import { QueueDeleted } from "#accounts/queues/events.ts";
import { QueueUsesPort } from "#accounts/queues/index.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import { setting } from "#accounts/settings/index.ts";
import { ConnectionExistsPort } from "#accounts/users/index.ts";
import { NumberCheckPort } from "#people/contacts/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { broadcastConnections } from "./broadcasts.ts";
import { readDueStates, scheduleStateRead } from "./cloud/number-state.ts";
import { eraseContactsFromSessions, pendingErasures } from "./contact-data/erased-contacts.ts";
import { createNumberCheck } from "./contact-data/number-checks.ts";
import { listenForPictures } from "./contact-data/profile-pictures.ts";
import { directoryTokensOf } from "./crud/tokens.ts";
import { unlinkQueue } from "./crud/unlink.ts";
import { ConnectionDeleted, ConnectionSaved, SessionChanged } from "./events.ts";
import * as sql from "./feature.sql.ts";
import { countPasskeyOutcomes } from "./linking/outcomes.ts";
import { directoryLinksOf, endOwnerLinks } from "./linking/owner-link.ts";
import { directoryAccountsOf } from "./meta/accounts.ts";
import { beat, heartbeat, recordDowntime } from "./meta/outages.ts";
import { pendingNames } from "./meta/sender-names.ts";
import { clearPartialWebhooks } from "./meta/stored-webhooks.ts";
import { metaWebhooks, resumeStoredWebhooks } from "./meta/webhook.ts";
import { ProviderPort } from "./provider-port.ts";
import { findConnection } from "./queries.ts";
import { endOfficialRestrictions } from "./restrictions/official.ts";
import { connectionRoutes } from "./routes.ts";
import { bootSessions, resetSessionRows } from "./sessions/boot.ts";
import { removeSession } from "./sessions/commands.ts";
import { renewLeases, watchHealth } from "./sessions/jobs.ts";
import { createSessions, SessionsPort } from "./sessions/registry.ts";
import { resumeSessions, suspendSessions, suspendSessionsOf } from "./sessions/suspend-sessions.ts";

const readStates = defineJob<Installation>({
  name: "number-states",
  every: { seconds: 30 },
  run: readDueStates,
});
const boots = new WeakMap<Installation, { readonly abort: AbortController; readonly done: Promise<void> }>();

export const connections = defineFeature({
  name: "connections",
  companyTables: ["connection_token", "meta_route", "owner_link"],
  cellTables: ["server_heartbeat", "webhook_outage"],
  directory: (tenant) => [
    ...directoryTokensOf(tenant),
    ...directoryAccountsOf(tenant),
    ...directoryLinksOf(tenant),
  ],
  routes: connectionRoutes,
  mounts: [metaWebhooks],
  jobs: [endOfficialRestrictions, heartbeat, readStates, renewLeases, watchHealth, suspendSessions],
  listen(installation) {
    const { bus, ports } = installation;
    ports.add(
      QueueUsesPort,
      "connections",
      (db, queueId) => queryOne(db, sql.countOfQueue, { queueId })?.n ?? 0,
    );
    ports.plug(ConnectionExistsPort, (db, id) => queryOne(db, sql.connectionExists, { id }) !== undefined);
    ports.add(AuditListsPort, "connection", { queues: sql.queuesForAudit });
    const sessions = createSessions();
    ports.plug(SessionsPort, sessions);
    installation.cell?.onLapse(() => {
      for (const session of sessions.all()) void session.reopen();
    });
    ports.plug(NumberCheckPort, createNumberCheck());
    broadcastConnections(installation);
    listenForPictures(installation);
    eraseContactsFromSessions(installation);
    endOwnerLinks(installation);
    countPasskeyOutcomes(installation);
    bus.after(ConnectionSaved, (tenant, { connectionId, created }) => {
      if (!created) return;
      sessions.getOrCreate(tenant, connectionId).then(
        (session) => session.begin(),
        // The next owner of the company begins it.
        (error: unknown) =>
          tenant.log.info({ connection: connectionId, err: error }, "a session does not begin during a move"),
      );
    });
    bus.within(SessionChanged, (unit, { connectionId, after }) => {
      if (after.status === "CONNECTED" && findConnection(unit.db, connectionId)?.provider === "cloud")
        scheduleStateRead(unit);
    });
    bus.within(QueueDeleted, (unit, { queueId }) => unlinkQueue(unit, queueId));
    bus.after(ConnectionDeleted, (tenant, { connectionId }) => {
      removeSession(tenant, connectionId).catch((error: unknown) =>
        tenant.log.error(
          { connection: connectionId, err: error },
          "the session of a deleted connection could not be removed",
        ),
      );
    });
    bus.after(CompanyDisabled, (tenant, { wait }) => wait(suspendSessionsOf(tenant)));
    const resume = (tenant: Tenant) => {
      if (isCutOff(tenant)) return;
      resumeSessions(tenant).catch((error: unknown) =>
        tenant.log.error({ err: error }, "suspended sessions could not be opened again"),
      );
    };
    bus.after(CompanyEnabled, resume);
    bus.after(InvoicePaid, resume);
    bus.after(SettingChanged, (tenant, { key }) => {
      if (key !== "call") return;
      const reject = !setting(tenant, "call");
      for (const session of sessions.all())
        if (session.tenant === tenant) ports.use(ProviderPort).setRejectCalls(session.key, reject);
    });
  },
  async start(installation) {
    const abort = new AbortController();
    const companies = await resetSessionRows(installation);
    clearPartialWebhooks(installation);
    recordDowntime(installation);
    void resumeStoredWebhooks(installation);
    boots.set(installation, { abort, done: bootSessions(installation, companies, abort.signal) });
  },
  async stop(installation) {
    const boot = boots.get(installation);
    boot?.abort.abort();
    await boot?.done;
    await pendingNames(installation);
    await pendingErasures(installation);
    await Promise.all(
      installation.ports
        .use(SessionsPort)
        .all()
        .map((session) => session.end()),
    );
    await installation.ports.use(ProviderPort).close();
    beat(installation);
  },
});
