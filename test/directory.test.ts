import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { makeKey, revokeKey } from "#accounts/api-keys/keys.ts";
import { createCompany } from "#accounts/companies/index.ts";
import { removeCompany } from "#accounts/companies/lifecycle/bin.ts";
import { createConnection } from "#channels/connections/crud/create.ts";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import { updateConnection } from "#channels/connections/crud/update.ts";
import { createOwnerLink } from "#channels/connections/linking/owner-link.ts";
import {
  accountClaim,
  bindMetaAccount,
  eraseMetaAccount,
  type NewMetaAccount,
} from "#channels/connections/meta/accounts.ts";
import { DIRECTORY_KINDS, type DirectoryKey, type DirectoryKind } from "#platform/cells.ts";
import { fakeClock } from "#platform/clock.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import { randomCode } from "#platform/ids.ts";
import { createLog } from "#platform/log.ts";
import { withReserved } from "#tenants/reserve.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "./helpers/api.ts";
import { startTestApp, type TestApp } from "./helpers/app.ts";
import { testConnection, testUser } from "./helpers/installation.ts";
import { memoryDirectory } from "./helpers/memory-directory.ts";

/** Two cells of one installation (docs/rules/cells.md#directory). */
const clock = fakeClock();
const directory = memoryDirectory(clock.now);
let near: TestApp;
let far: TestApp;
let company: Tenant;
let ctx: UserCtx;
let admin: Api;
let elsewhere: Tenant;
let ctxElsewhere: UserCtx;
let adminElsewhere: Api;
beforeAll(async () => {
  const options = { clock, env: { RATE_LIMITS: "off" }, log: createLog("silent") };
  near = await startTestApp({ ...options, cells: directory.cells(1) });
  far = await startTestApp({ ...options, cells: directory.cells(2) });
  company = near.company();
  elsewhere = far.company();
  ctx = testUser(company, { profile: "admin" });
  ctxElsewhere = testUser(elsewhere, { profile: "admin" });
  admin = near.api(ctx);
  adminElsewhere = far.api(ctxElsewhere);
});
afterAll(async () => {
  await near.stop();
  await far.stop();
});
afterEach(() => {
  directory.isDown = false;
  directory.onReserved = () => {};
});

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const person = () => ({ name: "Rui", email: `rui${next()}@example.com`, password: "correct horse" });
const IN_USE = { status: 409, body: { error: "ERR_EMAIL_IN_USE" } };
const NOT_DURABLE = { status: 503, body: { error: "ERR_NOT_DURABLE" } };
const nameOf = ({ kind, value }: DirectoryKey) => `${kind} ${value}`;
const loginOf = (email: string) => directory.entries()[`login ${email}`];
/** Waits for the releases, which run after the answers. */
const released = () => new Promise((done) => setTimeout(done, 20));

const fieldsOf = (tenant: Tenant, name: string) => ({
  name,
  ...{ planId: tenant.company.plan.id, dueDate: null, campaignsEnabled: true },
});

function bind(tenant: Tenant, connectionId: number, account: NewMetaAccount): Promise<void> {
  const claims = [accountClaim(account, account.externalId)];
  return withReserved(tenant.installation, claims, tenant.id, (reserved) =>
    tenant.write((unit) => bindMetaAccount(unit, reserved, connectionId, account)),
  );
}

interface Way {
  /** The table that the transaction writes last, in the file of the company or of the installation. */
  readonly table: string;
  readonly db: () => Db;
  /** Selects the row of a value. */
  readonly stored: string;
  /** Writes a new value; returns how to delete it. */
  readonly write: () => Promise<() => unknown>;
}

/** One way to write a value of each kind. */
const WAYS: Record<DirectoryKind, Way> = {
  login: {
    ...{ table: "user", db: () => company.db, stored: "SELECT 1 FROM user WHERE email = ?" },
    async write() {
      const { status, body } = await admin.post("/users", person());
      if (status !== 200) throw new Error(body.error);
      return () => admin.delete(`/users/${body.id}`);
    },
  },
  name: {
    table: "company",
    db: () => near.installation.system,
    stored: "SELECT 1 FROM company WHERE name = ?",
    async write() {
      const { id } = await createCompany(near.installation, fieldsOf(company, `Padaria ${next()}`));
      return () => removeCompany({ ...ctx, actor: { ...ctx.actor, super: true } }, id);
    },
  },
  "api-key": {
    ...{ table: "api_key", db: () => company.db, stored: "SELECT 1 FROM api_key WHERE hash = ?" },
    async write() {
      const { id } = await makeKey(ctx, { name: "ERP", scopes: ["contacts:read"] });
      return () => revokeKey(ctx, id);
    },
  },
  token: {
    ...{ table: "connection", db: () => company.db, stored: "SELECT 1 FROM connection WHERE token_hash = ?" },
    async write() {
      const { id } = await createConnection(ctx, { name: `Loja ${next()}`, token: randomCode() });
      return () => updateConnection(ctx, id, { token: "" });
    },
  },
  meta: {
    table: "meta_account",
    db: () => company.db,
    stored: "SELECT 1 FROM meta_account WHERE kind || ':' || external_id = ?",
    async write() {
      const id = testConnection(company);
      await bind(company, id, { kind: "page", externalId: String(next()), parentId: null, token: "t" });
      return () => eraseMetaAccount(company, id);
    },
  },
  link: {
    table: "owner_link",
    db: () => near.installation.system,
    stored: "SELECT 1 FROM owner_link WHERE token_hash = ?",
    async write() {
      const id = testConnection(company);
      run(company.db, "UPDATE connection SET status = 'qrcode' WHERE id = ?", id);
      await createOwnerLink(ctx, id);
      return () => deleteConnection(ctx, id, null);
    },
  },
};

describe("value in the directory", () => {
  test.each([...DIRECTORY_KINDS])(
    "a value of kind %s is reserved before its commit, confirmed after it, withdrawn after a failure, and released after its deletion",
    async (kind) => {
      const { table, db, stored, write } = WAYS[kind];
      const isStored = ({ value }: DirectoryKey) => one(db(), stored, value) !== undefined;
      const reserved: { key: DirectoryKey; wasStored: boolean }[] = [];
      directory.onReserved = (key) => {
        if (key.kind === kind) reserved.push({ key, wasStored: isStored(key) });
      };
      db().$client.exec(
        `CREATE TEMP TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
      );
      await expect(write()).rejects.toThrow();
      db().$client.exec("DROP TRIGGER refused");
      const [failed] = reserved;
      if (!failed) throw new Error("nothing was reserved");
      expect([failed.wasStored, isStored(failed.key)]).toEqual([false, false]);
      expect(directory.entries()).not.toContainKey(nameOf(failed.key));

      directory.isDown = true;
      const before = one(db(), `SELECT count(*) AS n FROM ${table}`);
      if (kind !== "meta" && kind !== "link") {
        await expect(write()).rejects.toThrow("ERR_NOT_DURABLE");
        expect(one(db(), `SELECT count(*) AS n FROM ${table}`)).toEqual(before as object);
      }
      directory.isDown = false;

      const remove = await write();
      const done = reserved.at(-1);
      if (!done || reserved.length !== 2) throw new Error("the value was not reserved once");
      const name = nameOf(done.key);
      expect([done.wasStored, isStored(done.key)]).toEqual([false, true]);
      expect(directory.entries()[name]).toMatchObject({ cell: 1, isConfirmed: true });
      const calls = () => directory.calls.filter((call) => call.endsWith(name));
      expect(calls()).toEqual([`reserve ${name}`, `confirm ${name}`]);
      await remove();
      await released();
      expect(calls().at(-1)).toBe(`release ${name}`);
      expect(directory.entries()).not.toContainKey(name);
    },
  );
});

describe("e-mail in two cells", () => {
  test("the e-mail of a user of one cell is refused in the other one", async () => {
    const body = person();
    expect((await admin.post("/users", body)).status).toBe(200);
    expect(await adminElsewhere.post("/users", body)).toMatchObject(IN_USE);
    expect(loginOf(body.email)).toEqual({ cell: 1, companyId: company.id, isConfirmed: true });
  });

  test("one of two users that both cells create at the same time is refused", async () => {
    const body = person();
    const replies = await Promise.all([admin.post("/users", body), adminElsewhere.post("/users", body)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("the e-mail of a deleted user can be used in the other cell", async () => {
    const body = person();
    const { id } = (await admin.post("/users", body)).body;
    expect((await admin.delete(`/users/${id}`)).status).toBe(200);
    await released();
    expect((await adminElsewhere.post("/users", body)).status).toBe(200);
    expect(loginOf(body.email)).toMatchObject({ cell: 2, companyId: elsewhere.id });
  });

  test("a changed e-mail moves its entry, and a refused change moves nothing", async () => {
    const [before, after, taken] = [person(), person().email, person()];
    const { id } = (await admin.post("/users", before)).body;
    await adminElsewhere.post("/users", taken);
    expect(await admin.put(`/users/${id}`, { email: taken.email })).toMatchObject(IN_USE);
    expect(loginOf(before.email)).toMatchObject({ companyId: company.id });
    expect((await admin.put(`/users/${id}`, { email: after })).status).toBe(200);
    await released();
    expect([loginOf(before.email), loginOf(after)?.companyId]).toEqual([undefined, company.id]);
    expect((await adminElsewhere.post("/users", before)).status).toBe(200);
  });

  test("a user whose e-mail stays is changed while the servers do not answer, a new e-mail gets 503", async () => {
    const body = person();
    const { id } = (await admin.post("/users", body)).body;
    directory.isDown = true;
    expect((await admin.put(`/users/${id}`, { name: "Rui Prado", email: body.email })).status).toBe(200);
    expect(await admin.put(`/users/${id}`, { email: person().email })).toMatchObject(NOT_DURABLE);
    expect(await admin.post("/users", person())).toMatchObject(NOT_DURABLE);
  });

  test("a removed company frees its e-mails and its name for the other cell", async () => {
    const name = `Lua ${next()}`;
    const closing = await createCompany(near.installation, fieldsOf(company, name));
    const { email } = await near.person(closing);
    const key = await makeKey(testUser(closing, { profile: "admin" }), {
      name: "ERP",
      scopes: ["contacts:read"],
    });
    const keys = () =>
      Object.values(directory.entries()).filter(({ companyId }) => companyId === closing.id).length;
    expect([key.last4.length, keys()]).toEqual([4, 3]);
    await removeCompany({ ...ctx, actor: { ...ctx.actor, super: true } }, closing.id);
    await released();
    await far.person(elsewhere, { email });
    expect((await createCompany(far.installation, fieldsOf(elsewhere, name))).company.name).toBe(name);
    expect(keys()).toBe(1);
  });
});

describe("other values in two cells", () => {
  test("a company name of one cell is refused in the other one, in capitals too", async () => {
    const name = `Sol ${next()}`;
    await createCompany(near.installation, fieldsOf(company, name));
    const same = createCompany(far.installation, fieldsOf(elsewhere, name.toUpperCase()));
    await expect(same).rejects.toMatchObject({ code: "ERR_NAME_IN_USE" });
    // As in the unique index, only A-Z are compared without case.
    await createCompany(far.installation, fieldsOf(elsewhere, `Órgão ${made}`));
    await createCompany(near.installation, fieldsOf(company, `óRGÃO ${made}`));
  });

  test("a page of Meta and a connection token of one cell are refused in the other one", async () => {
    const account = { kind: "page", externalId: String(next()), parentId: null, token: "t" } as const;
    await bind(company, testConnection(company), account);
    await expect(bind(elsewhere, testConnection(elsewhere), account)).rejects.toMatchObject({
      code: "ERR_PAGE_IN_USE",
    });
    const token = randomCode();
    await createConnection(ctx, { name: `Loja ${next()}`, token });
    await expect(createConnection(ctxElsewhere, { name: "Loja", token })).rejects.toMatchObject({
      details: { fields: { token: "invalid" } },
    });
  });

  test("the API keys of the second cell name it, and every place that takes keys accepts them", async () => {
    const { key } = await makeKey(ctxElsewhere, { name: "ERP", scopes: ["contacts:read"] });
    expect(key).toMatch(/^blc2_[\w-]{43}$/);
    const asKey = (path: string) =>
      fetch(`${far.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect((await asKey("/contacts")).status).toBe(200);
    expect((await asKey("/users")).status).toBe(403);
    expect((await asKey("/messages/send/1")).status).toBe(403);
  });
});
