import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { liftRestriction, openRestriction, type RestrictionKind } from "#channels/connections/index.ts";
import { dayAt } from "#platform/dates.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import type { NumbersAnswer } from "./contract.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const t = talk();
let root: UserCtx;
beforeAll(async () => {
  await t.start();
  const provider = t.app.company("Provedor");
  root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  run(system(), "DELETE FROM number_incident");
});

const system = () => t.app.installation.system;
const look = async (): Promise<NumbersAnswer> => (await t.app.api(root).get("/cockpit/numbers")).body;
const rows = () => all<Record<string, string>>(system(), "SELECT * FROM number_incident ORDER BY id");
const restrict = (
  more: { kind?: RestrictionKind; endsAt?: number | null; isSuspected?: boolean; connectionId?: number } = {},
  tenant: Tenant = t.tenant,
) =>
  tenant.write((unit) =>
    openRestriction(unit, { connectionId: t.connectionId, kind: "reachout_lock", endsAt: null, ...more }),
  );
const lift = () => t.tenant.write((unit) => liftRestriction(unit, t.connectionId, "reachout_lock"));
const companyOf = async (tenant: Tenant) => (await look()).companies.find(({ id }) => id === tenant.id);
/** First messages to people who never wrote, of which the first `same` have one text. */
const write = (people: number, same: number, at = t.app.clock.now()) => {
  for (let person = 0; person < people; person += 1) {
    const contact =
      "INSERT INTO contact (uuid, name, created_at, updated_at) VALUES (?, ?, 0, 0) RETURNING id";
    const [made] = all<{ id: number }>(t.tenant.db, contact, crypto.randomUUID(), `Pessoa ${person}`);
    run(
      t.tenant.db,
      "INSERT INTO first_contact (connection_id, contact_id, at, source, text_hash) VALUES (?, ?, ?, 'person', ?)",
      ...[t.connectionId, made?.id ?? 0, at, person < same ? "same" : `own${person}`],
    );
  }
};
const incidents = (count: number, more: Record<string, string> = {}) => {
  const day = dayAt(t.app.clock.now(), "America/Sao_Paulo");
  const values = { day, kind: "temp_ban", hours: "to_24", age: "to_7", contacts: "to_20", silent: "few" };
  const row = { ...values, same_text: "few", proxy: "no", ...more };
  for (let one = 0; one < count; one += 1)
    run(
      system(),
      `INSERT INTO number_incident (id, ${Object.keys(row).join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      crypto.randomUUID(),
      ...Object.values(row),
    );
};

describe("who may see restricted numbers of all companies", () => {
  test("attendants and admins of companies get 403 on the restricted numbers of all companies", async () => {
    for (const api of [t.asAna, t.asAdmin])
      expect(await api.get("/cockpit/numbers")).toMatchObject({
        ...{ status: 403, body: { error: "ERR_NO_PERMISSION" } },
      });
    expect((await t.app.api(root).get("/cockpit/numbers")).status).toBe(200);
  });
});

describe("rows of restrictions for the provider", () => {
  test("a restriction that begins leaves one row of ranges, a day and a random key, and nothing that names the company", () => {
    run(
      t.tenant.db,
      "UPDATE connection SET name = 'Loja Secreta', number = '5511987654321', linked_at = ?",
      1,
    );
    run(t.tenant.db, "UPDATE connection SET proxy_url = 'x'");
    write(30, 10);
    write(40, 40, t.app.clock.now() - 8 * DAY_MS);
    restrict({ endsAt: t.app.clock.now() + 6 * DAY_MS });
    const [row, ...others] = rows();
    expect(others).toEqual([]);
    const { id, ...rest } = row ?? {};
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(rest).toEqual({
      ...{ day: dayAt(t.app.clock.now(), "America/Sao_Paulo"), kind: "reachout_lock", hours: "to_168" },
      ...{ age: "longer", contacts: "to_50", silent: "to_100", same_text: "to_50", proxy: "yes" },
    });
    const columns = all<{ name: string }>(system(), "SELECT name FROM pragma_table_info('number_incident')");
    expect(columns.map(({ name }) => name)).toEqual([
      ...["id", "day", "kind", "hours", "age", "contacts", "silent", "same_text", "proxy"],
    ]);
  });

  test("equal restrictions of two companies at different hours of a day leave rows that differ only in their random key", () => {
    const first = [t.tenant, t.connectionId] as const;
    t.meet();
    restrict({}, t.tenant);
    t.app.clock.advance(HOUR_MS);
    restrict({ connectionId: first[1] }, first[0]);
    const [one, other] = rows().map(({ id: _, ...rest }) => rest);
    expect(rows()).toHaveLength(2);
    expect(one).toEqual(other);
  });

  test("a suspected restriction leaves a row only once the network confirms it; a new end and the lifting leave none", () => {
    restrict({ isSuspected: true });
    expect(rows()).toEqual([]);
    restrict({ endsAt: t.app.clock.now() + HOUR_MS });
    restrict({ endsAt: t.app.clock.now() + 2 * HOUR_MS });
    lift();
    expect(rows()).toHaveLength(1);
    restrict({ kind: "banned" });
    expect(rows().map(({ kind }) => kind)).toContain("banned");
  });

  test("rows of restrictions are deleted after 365 days", async () => {
    incidents(1, { day: "2025-11-01" });
    incidents(1);
    await t.app.app.runJob("cockpit");
    expect(rows()).toHaveLength(1);
  });
});

describe("the anonymous figures of restrictions", () => {
  test("a kind or range with fewer than 5 restrictions is not shown", async () => {
    incidents(4);
    expect((await look()).incidents).toEqual([]);
    incidents(1, { proxy: "yes" });
    const [figures, ...others] = (await look()).incidents;
    expect(others).toEqual([]);
    expect(figures).toMatchObject({ kind: "temp_ban", count: 5, age: [{ range: "to_7", count: 5 }] });
    expect(figures?.proxy).toEqual([]);
  });

  test("counts of restrictions are rounded down to multiples of 5, so that one more does not show whose it is", async () => {
    incidents(5);
    const before = (await look()).incidents;
    incidents(4, { age: "to_30" });
    expect((await look()).incidents).toEqual(before);
    incidents(1, { age: "to_30" });
    expect((await look()).incidents).toMatchObject([
      {
        count: 10,
        age: [
          { range: "to_7", count: 5 },
          { range: "to_30", count: 5 },
        ],
      },
    ]);
  });

  test("the figures of restrictions contain no day", async () => {
    incidents(10);
    expect(JSON.stringify((await look()).incidents)).not.toMatch(/\d{4}-\d\d/);
  });
});

describe("restricted numbers per company", () => {
  test("the provider sees how many numbers of a company are restricted, by kind and with the last end", async () => {
    const end = t.app.clock.now() + HOUR_MS;
    restrict({ endsAt: end });
    restrict({ connectionId: testConnection(t.tenant), endsAt: end + HOUR_MS });
    restrict({ kind: "quality_low" });
    expect(await companyOf(t.tenant)).toEqual({
      ...{ id: t.tenant.id, name: expect.stringContaining("Company of test") },
      restrictions: [
        { kind: "quality_low", numbers: 1, endsAt: null },
        { kind: "reachout_lock", numbers: 2, endsAt: new Date(end + HOUR_MS).toISOString() },
      ],
    });
  });

  test("a suspected, lifted or deleted number is not in the list of restricted numbers", async () => {
    restrict({ isSuspected: true });
    expect(await companyOf(t.tenant)).toBeUndefined();
    restrict();
    expect(await companyOf(t.tenant)).toBeDefined();
    lift();
    expect(await companyOf(t.tenant)).toBeUndefined();
    restrict();
    run(t.tenant.db, "UPDATE connection SET deleted_at = 1");
    expect(await companyOf(t.tenant)).toBeUndefined();
  });

  test("reading the restricted numbers opens no company: a closed one is shown as last measured", async () => {
    restrict();
    for (let turn = 0; turn < 5; turn += 1) await t.app.app.runJob("cockpit");
    t.app.clock.advance(HOUR_MS);
    await t.app.app.runJob("cockpit");
    t.app.clock.advance(11 * 60_000);
    await t.app.app.runJob("close_idle");
    expect((await companyOf(t.tenant))?.restrictions).toMatchObject([{ kind: "reachout_lock", numbers: 1 }]);
    expect([...t.app.installation.tenants.openTenants()].map(({ id }) => id)).not.toContain(t.tenant.id);
  });
});
