import { PLAN_FLAGS, type PlanFlag, recurrenceNamed } from "#accounts/companies/contract.ts";
import { createCompany, monthsOf } from "#accounts/companies/index.ts";
import { insertPlan } from "#accounts/plans/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, type Query, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { flagOf, instantOf, numberOf, type Row, textOf } from "./dump/values.ts";
import * as sql from "./importer.sql.ts";
import { shortened, unusedName } from "./load/names.ts";
import { hoursOf } from "./load/queues.ts";
import { type ImportReport, note, tallyOf } from "./report.ts";
import type { Staging } from "./staging.ts";

/** The parts of a dump that belong to the whole installation. */
export interface Shared {
  readonly installation: Installation;
  readonly staging: Staging;
  readonly source: string;
  readonly zone: string;
  readonly report: ImportReport;
}

const known = (db: Db, source: string, kind: string, id: string): number | undefined =>
  queryOne(db, sql.importedId, { source, kind, externalId: id })?.id;

const rowsOf = (staging: Staging, kind: string): readonly { readonly id: string; readonly row: Row }[] =>
  staging.page(kind, "", undefined, 10_000).map(({ id, data }) => ({ id, row: JSON.parse(data) as Row }));

/** Inserts rows whose name is new here. A row with a known name is mapped to the existing row. */
function each(
  shared: Shared,
  kind: string,
  find: Query<{ name: string }, { id: number }>,
  nameOf: (row: Row) => string,
  make: (row: Row, name: string) => number,
): void {
  const { installation, staging, source, report } = shared;
  const db = installation.system;
  for (const { id, row } of rowsOf(staging, kind)) {
    const tally = tallyOf(report.installation, kind);
    tally.read += 1;
    if (known(db, source, kind, id) !== undefined) {
      tally.unchanged += 1;
      continue;
    }
    const name = nameOf(row);
    if (name === "") {
      tally.skipped += 1;
      note(report.installation, kind, "no_name", id);
      continue;
    }
    const same = queryOne(db, find, { name });
    execute(db, sql.storeImported, { source, kind, externalId: id, id: same?.id ?? make(row, name) });
    tally[same ? "matched" : "created"] += 1;
  }
}

/** Plans, helps and announcements. Imported plans are not offered at sign-up by default. */
export function loadShared(shared: Shared): void {
  const db = shared.installation.system;
  const now = shared.installation.clock.now();
  const title = (row: Row) => shortened(row["title"], 100);
  each(
    shared,
    "Plans",
    sql.planByName,
    (row) => shortened(row["name"], 50),
    (row, name) => {
      const price = Number(textOf(row["value"] ?? row["amount"]).replace(",", "."));
      // Versions without the flag had the feature in every plan.
      const flags = PLAN_FLAGS.map((flag) => [flag, row[flag] === undefined || flagOf(row[flag])]);
      const limit = (column: string) => Math.max(0, numberOf(row[column], 0));
      return insertPlan(
        db,
        {
          name,
          users: limit("users"),
          connections: limit("connections"),
          queues: limit("queues"),
          valueCents: Number.isFinite(price) ? Math.max(0, Math.round(price * 100)) : 0,
          ...(Object.fromEntries(flags) as Record<PlanFlag, boolean>),
          enabled: false,
        },
        now,
      ).id;
    },
  );
  each(
    shared,
    "Helps",
    sql.helpByTitle,
    title,
    (row, name) =>
      execute(db, sql.insertHelp, {
        title: name,
        description: textOf(row["description"]),
        video: textOf(row["video"]),
        now,
      }).id,
  );
  each(
    shared,
    "Announcements",
    sql.announcementByTitle,
    title,
    (row, name) =>
      execute(db, sql.insertAnnouncement, {
        title: name,
        text: textOf(row["text"]),
        priority: Math.min(3, Math.max(1, numberOf(row["priority"], 3))),
        active: flagOf(row["status"]) ? 1 : 0,
        createdAt: instantOf(row["createdAt"], shared.zone) ?? now,
        updatedAt: now,
      }).id,
  );
}

const FIRST_PERIOD_DAYS = 30;
const PLAN_OF_ALL = "Importado";

/** Plan with high limits, for a company whose own plan was not imported. */
function anyPlan(db: Db, now: number): number {
  const found = queryOne(db, sql.planByName, { name: PLAN_OF_ALL });
  if (found) return found.id;
  const limits = { users: 100, connections: 10, queues: 100 };
  return insertPlan(db, { name: PLAN_OF_ALL, ...limits, enabled: false }, now).id;
}

/**
 * Returns the company for one of the dump, created by the first run. An empty one of a killed run is used
 * again. `name` is used when the dump has none.
 */
export async function companyFor(shared: Shared, externalId: string, name: string): Promise<Tenant> {
  const { installation, staging, source, zone } = shared;
  const { system, tenants, clock, config } = installation;
  const here = known(system, source, "Companies", externalId);
  if (here !== undefined) return tenants.open(here);
  const row: Row = (externalId === "" ? undefined : staging.find("Companies", externalId)) ?? {};
  const wanted = shortened(row["name"], 50) || name;
  const left = queryOne(system, sql.companyByName, { name: wanted });
  if (left && !queryOne(tenants.open(left.id).db, sql.anyUser)) {
    execute(system, sql.storeImported, { source, kind: "Companies", externalId, id: left.id });
    return tenants.open(left.id);
  }
  const taken = new Set(queryAll(system, sql.companyNames).map((company) => company.name));
  const recurrence = recurrenceNamed(textOf(row["recurrence"]).toUpperCase()) ?? "monthly";
  const due = instantOf(row["dueDate"], zone);
  const planId = known(system, source, "Plans", textOf(row["planId"])) ?? anyPlan(system, clock.now());
  const tenant = await createCompany(installation, {
    name: unusedName(wanted, (tried) => taken.has(tried.toLowerCase())),
    planId,
    email: textOf(row["email"]).slice(0, 100),
    phone: textOf(row["phone"]).slice(0, 30),
    recurrence,
    dueDate:
      due === undefined
        ? addDays(dayAt(clock.now(), config.timeZone), FIRST_PERIOD_DAYS * monthsOf(recurrence))
        : dayAt(due, zone.startsWith("+") || zone.startsWith("-") ? config.timeZone : zone),
    active: row["status"] === undefined || row["status"] === null || flagOf(row["status"]),
    campaignsEnabled: true,
  });
  execute(system, sql.storeImported, { source, kind: "Companies", externalId, id: tenant.id });
  execute(system, sql.updateHours, { schedules: hoursOf(row), id: tenant.id });
  tenants.refresh(tenant.id);
  setting(tenant, "timeZone");
  return tenants.open(tenant.id);
}
