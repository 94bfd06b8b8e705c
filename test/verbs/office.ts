import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSetting } from "#accounts/settings/index.ts";
import { createIntake, type InboundEvent, ProviderPort } from "#channels/connections/index.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { type Customer, phone } from "#inbox/messages/testing.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserActor, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";
import { scriptedProvider, settle } from "#test/helpers/provider.ts";
import { HOUR } from "./times.ts";

/** Jobs whose work is due after a change or when time has passed, as the scheduler would run them. */
const JOBS = [
  "presence",
  "snooze_wake",
  "close_settle",
  "rating_window",
  "follow_ups",
  "rule_events",
  "timed_rules",
  "rule_texts",
  "bulk_actions",
  "inactivity_close",
  "distribution",
  "redirection",
  "user-reminders",
  "outbox",
  "rule_events",
  "sla-recount",
  "sla-due",
  "rule_events",
] as const;

/** A company with people of every kind, on a real server; the clock moves only on command. */
export interface Office {
  readonly app: TestApp;
  readonly tenant: Tenant;
  readonly admin: UserCtx;
  /** All users whose lists are compared; the first ones have a page, the last one may be deleted. */
  readonly people: readonly UserCtx[];
  /** Queues and users that are never deleted. */
  readonly sales: number;
  readonly support: number;
  readonly connections: readonly number[];
  customers: readonly Customer[];
  /** Ids that a statement selects. */
  ids(sql: string, ...bindings: (string | number)[]): number[];
  /** The same user with the current permissions; undefined = deleted. */
  now(person: UserCtx): UserCtx | undefined;
  /** The API with the session of a person, which never expires. */
  api(person: UserCtx): Api;
  receive(connectionId: number, event: InboundEvent): void;
  /** Runs all jobs whose work is due, until nothing is due. */
  work(): Promise<void>;
  /** New customers for the next run, and a new colleague if the last one was deleted. */
  newcomers(count: number): void;
  close(): Promise<void>;
}

/** A file system in memory, where there is one: thousands of runs would wait for the disk. */
const MEMORY = "/dev/shm";
/** People who are not deleted. */
const STAYING = 5;
let numbers = 0;

export async function openOffice(): Promise<Office> {
  const provider = scriptedProvider();
  const app = await startTestApp({
    directory: mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "balcao-verbs-")),
    plug(installation) {
      installation.ports.plug(ProviderPort, provider);
      provider.attach(createIntake(installation));
    },
  });
  const tenant = app.company("Aurora");
  tenant.db.$client.pragma("synchronous = OFF");
  const sales = testQueue(tenant, "Vendas");
  const support = testQueue(tenant, "Suporte");
  const direct = testConnection(tenant, { name: "Direta", queueIds: [sales], isDefault: true });
  const menu = testConnection(tenant, { name: "Menu", queueIds: [sales, support] });
  run(tenant.db, "UPDATE connection SET send_interval_ms = 0, bundle_for = 'off'");
  run(tenant.db, "UPDATE connection SET greeting_message = 'Escolha' WHERE id = ?", menu);
  const person = (name: string, profile: UserActor["profile"], queueIds: readonly number[]) =>
    testUser(tenant, { name, profile, queueIds });
  const admin = person("Chefe", "admin", []);
  const people = [
    admin,
    person("Sílvia", "supervisor", [sales]),
    person("Ana", "user", [sales]),
    person("Bia", "user", [sales, support]),
    person("Rui", "NAO", [support]),
  ];
  writeSetting(tenant, "userSpyChat", "enabled");
  const office: Office = {
    app,
    tenant,
    admin,
    people,
    sales,
    support,
    connections: [direct, menu],
    customers: [],
    ids: (sql, ...bindings) => all<{ id: number }>(tenant.db, sql, ...bindings).map(({ id }) => id),
    api(ctx) {
      const api = app.api(ctx);
      run(tenant.db, "UPDATE session SET expires_at = ?", app.clock.now() + HOUR);
      return api;
    },
    now: (ctx) => withRights(tenant, ctx),
    receive(connectionId, event) {
      storeEvents(tenant, connectionId, [event]);
      while (processSlice(tenant)) {}
    },
    async work() {
      for (const job of JOBS) await app.app.runJob(job);
      await settle();
    },
    newcomers(count) {
      if (!people.slice(STAYING).some((one) => office.now(one)))
        people.splice(STAYING, 1, person("Joana", "user", []));
      office.customers = Array.from({ length: count }, () => {
        numbers += 1;
        return { name: `Cliente ${numbers}`, identities: [phone(`55119${60_000_000 + numbers}`)] };
      });
    },
    close: () => app.stop(),
  };
  return office;
}

/** Rights are read for every request: a person of a test keeps those of its creation. */
function withRights(tenant: Tenant, { actor }: UserCtx): UserCtx | undefined {
  const [row] = all<{ profile: UserActor["profile"] }>(
    tenant.db,
    "SELECT profile FROM user WHERE id = ? AND deleted_at IS NULL",
    actor.id,
  );
  if (!row) return undefined;
  const queueIds = all<{ id: number }>(
    tenant.db,
    "SELECT queue_id AS id FROM user_queue WHERE user_id = ?",
    actor.id,
  ).map(({ id }) => id);
  return { tenant, actor: { ...actor, profile: row.profile, queueIds } };
}
