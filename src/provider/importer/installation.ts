import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import { createCompany, monthsOf } from "#accounts/companies/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { flagOf, instantOf, numberOf, type Row, textOf } from "./dump/values.ts";
import { shortened, unusedName } from "./load/names.ts";
import { hoursOf } from "./load/queues.ts";
import { type ImportReport, note, tallyOf } from "./report.ts";
import type { Staging } from "./staging.ts";

const FIND = "SELECT id FROM imported_record WHERE source = ? AND kind = ? AND external_id = ?";
const KEEP = "INSERT OR REPLACE INTO imported_record (source, kind, external_id, id) VALUES (?, ?, ?, ?)";

/** What a dump brings for the whole installation. */
export interface Shared {
  readonly installation: Installation;
  readonly staging: Staging;
  readonly source: string;
  readonly zone: string;
  readonly report: ImportReport;
}

const known = (db: Db, source: string, kind: string, id: string): number | undefined =>
  one<{ id: number }>(db, FIND, source, kind, id)?.id;

const rowsOf = (staging: Staging, kind: string): readonly { readonly id: string; readonly row: Row }[] =>
  staging.page(kind, "", undefined, 10_000).map(({ id, data }) => ({ id, row: JSON.parse(data) as Row }));

/** Makes what is new by its name; what has the name already is the same. */
function each(
  shared: Shared,
  kind: string,
  find: string,
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
    const same = one<{ id: number }>(db, find, name);
    run(db, KEEP, source, kind, id, same?.id ?? make(row, name));
    tally[same ? "matched" : "created"] += 1;
  }
}

const PLAN = `INSERT INTO plan (name, users, connections, queues, value_cents, use_campaigns, use_kanban, use_open_ai,
    use_integrations, use_schedules, use_internal_chat, use_external_api, public, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`;

/** Plans, helps and announcements. Imported plans are not offered at sign-up by default. */
export function loadShared(shared: Shared): void {
  const db = shared.installation.system;
  const now = shared.installation.clock.now();
  const title = (row: Row) => shortened(row["title"], 100);
  each(
    shared,
    "Plans",
    "SELECT id FROM plan WHERE name = ?",
    (row) => shortened(row["name"], 50),
    (row, name) => {
      const price = Number(textOf(row["value"] ?? row["amount"]).replace(",", "."));
      // A version without the flag had the feature for everybody.
      const flags = PLAN_FLAGS.map((flag) => (row[flag] === undefined || flagOf(row[flag]) ? 1 : 0));
      const limits = ["users", "connections", "queues"].map((limit) => Math.max(0, numberOf(row[limit], 0)));
      return run(
        db,
        PLAN,
        name,
        ...limits,
        Number.isFinite(price) ? Math.max(0, Math.round(price * 100)) : 0,
        ...flags,
        now,
        now,
      ).id;
    },
  );
  each(
    shared,
    "Helps",
    "SELECT id FROM help WHERE title = ?",
    title,
    (row, name) =>
      run(
        db,
        "INSERT INTO help (title, description, video, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
        name,
        textOf(row["description"]),
        textOf(row["video"]),
        now,
        now,
      ).id,
  );
  each(
    shared,
    "Announcements",
    "SELECT id FROM announcement WHERE title = ?",
    title,
    (row, name) =>
      run(
        db,
        "INSERT INTO announcement (title, text, priority, active, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
        name,
        textOf(row["text"]),
        Math.min(3, Math.max(1, numberOf(row["priority"], 3))),
        flagOf(row["status"]) ? 1 : 0,
        instantOf(row["createdAt"], shared.zone) ?? now,
        now,
      ).id,
  );
}

const RECURRENCES = ["MENSAL", "BIMESTRAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"] as const;
const FIRST_PERIOD_DAYS = 30;
const PLAN_OF_ALL = "Importado";

/** A plan for a company whose own did not come over: wide enough for anybody. */
function anyPlan(db: Db, now: number): number {
  const found = one<{ id: number }>(db, "SELECT id FROM plan WHERE name = ?", PLAN_OF_ALL);
  if (found) return found.id;
  return run(db, PLAN, PLAN_OF_ALL, 100, 10, 100, 0, 1, 1, 1, 1, 1, 1, 1, now, now).id;
}

const NOBODY = "SELECT 1 FROM user LIMIT 1";

/**
 * The company here of one of the dump; made the first time. One that was made and left empty by a killed run is taken
 * up again. `name` for a dump that names none.
 */
export function companyFor(shared: Shared, externalId: string, name: string): Tenant {
  const { installation, staging, source, zone } = shared;
  const { system, tenants, clock, config } = installation;
  const here = known(system, source, "Companies", externalId);
  if (here !== undefined) return tenants.open(here);
  const row: Row = (externalId === "" ? undefined : staging.find("Companies", externalId)) ?? {};
  const wanted = shortened(row["name"], 50) || name;
  const left = one<{ id: number }>(
    system,
    "SELECT id FROM company WHERE name = ? AND removed_at IS NULL AND id > 1",
    wanted,
  );
  if (left && !one(tenants.open(left.id).db, NOBODY)) {
    run(system, KEEP, source, "Companies", externalId, left.id);
    return tenants.open(left.id);
  }
  const taken = new Set(
    all<{ name: string }>(system, "SELECT lower(name) AS name FROM company").map((company) => company.name),
  );
  const recurrence =
    RECURRENCES.find((known) => known === textOf(row["recurrence"]).toUpperCase()) ?? "MENSAL";
  const due = instantOf(row["dueDate"], zone);
  const planId = known(system, source, "Plans", textOf(row["planId"])) ?? anyPlan(system, clock.now());
  const tenant = createCompany(installation, {
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
  run(system, KEEP, source, "Companies", externalId, tenant.id);
  run(system, "UPDATE company SET schedules = ? WHERE id = ?", hoursOf(row), tenant.id);
  tenants.refresh(tenant.id);
  setting(tenant, "timeZone");
  return tenants.open(tenant.id);
}
