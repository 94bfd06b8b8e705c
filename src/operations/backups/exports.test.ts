import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { exportCompany } from "./exports/export-company.ts";
import { importCompany } from "./imports/import-company.ts";
import {
  contactsOf,
  damage,
  fillCompany,
  login,
  OTHER_KEY,
  proxyOf,
  SECRET,
  scratch,
  sessionOf,
} from "./testing.ts";

const PASSPHRASE = "twelve letters or more";
const directories = scratch();
afterAll(() => directories.remove());
let app: TestApp;
let root: UserCtx;
let asRoot: Api;
beforeEach(async () => {
  app = await startTestApp({ directory: directories.next() });
  root = testUser(app.company("Provedor"), { profile: "admin" });
  run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  asRoot = app.api(root);
});
afterEach(() => app.stop());

const exportTo = (id: number, path = directories.next()) =>
  exportCompany({
    dataDirectory: app.directory,
    id,
    path,
    secrets: app.installation.secrets,
    passphrase: PASSPHRASE,
    now: app.clock.now,
  }).then(() => path);
const options = (path: string) => ({
  path,
  passphrase: PASSPHRASE,
  dryRun: false,
  start: true,
  jobs: ["schedules"],
});
const brandOf = ({ db }: Pick<Tenant, "db">) => one(db, "SELECT name, color, logo_hash FROM brand");
/** Another installation with its own key, where company 1 is a different company. */
const elsewhere = async (): Promise<TestApp> => {
  const other = await startTestApp({
    directory: directories.next(),
    clock: app.clock,
    env: { APP_SECRET: OTHER_KEY },
  });
  other.company("Outro provedor");
  return other;
};

describe("company moved to another installation", () => {
  test("a moved company has its users, contacts, files and secrets, and its number stays linked", async () => {
    const { tenant, person, connectionId } = await fillCompany(app, "Padaria");
    run(
      tenant.db,
      "UPDATE brand SET name = 'Padaria Atende', color = '#a8326f', logo = x'01', logo_hash = 'of the logo'",
    );
    const path = await exportTo(tenant.id);
    const other = await elsewhere();
    const { placed } = await importCompany(other.installation, options(path));
    expect(placed).toEqual({ id: 2, name: "Padaria", takenEmails: [], takenTokens: [] });
    const moved = other.installation.tenants.open(2);
    expect([contactsOf(moved), proxyOf(moved), await login(other, person)]).toEqual([20, SECRET.proxy, 200]);
    expect(sessionOf(moved.directory, connectionId, OTHER_KEY)).toEqual({
      noise: SECRET.noise,
      ratchet: { ratchet: "canary-ratchet" },
    });
    expect(moved.company.plan).toMatchObject({ name: tenant.company.plan.name, users: 1000 });
    expect([...other.installation.tenants.dueCompanies("schedules", app.clock.now())]).toEqual([2]);
    expect(brandOf(moved)).toEqual({ name: "Padaria Atende", color: "#a8326f", logo_hash: "of the logo" });
    await other.stop();
  });

  test("a moved company is switched off by default, so that a number is never connected twice", async () => {
    const { tenant } = await fillCompany(app);
    const path = await exportTo(tenant.id);
    const { placed } = await importCompany(app.installation, { ...options(path), start: false });
    expect(app.installation.tenants.open(placed?.id ?? 0).company).toMatchObject({
      active: false,
      name: `${tenant.company.name} (2)`,
    });
  });

  test("an import names users whose e-mail address is taken, and tokens", async () => {
    const { tenant, person } = await fillCompany(app);
    const path = await exportTo(tenant.id);
    const { placed } = await importCompany(app.installation, options(path));
    expect(placed).toMatchObject({ takenEmails: [person.email], takenTokens: ["Loja"] });
    // The account of the user who had the e-mail address first is unchanged.
    expect(await login(app, person)).toBe(200);
    const index = one<{ id: number }>(
      app.installation.system,
      "SELECT company_id AS id FROM login WHERE email = ?",
      person.email,
    );
    expect(index?.id).toBe(tenant.id);
  });

  test("an export has no secret readable without the passphrase, and no installation key", async () => {
    const { tenant } = await fillCompany(app);
    const path = await exportTo(tenant.id);
    const before = app.installation.tenants.open(tenant.id);
    const sealed = one<{ url: string }>(before.db, "SELECT proxy_url AS url FROM connection")?.url ?? "";
    const bytes = readFileSync(path).toString("latin1");
    for (const canary of ["canary", sealed]) expect(bytes.includes(canary)).toBe(false);
    await expect(
      importCompany(app.installation, { ...options(path), passphrase: "not this passphrase" }),
    ).rejects.toThrow("passphrase is not the one");
    expect(all(app.installation.system, "SELECT id FROM company")).toHaveLength(2);
  });
});

describe("invalid archive of a company", () => {
  const refused = async (path: string, why: string) => {
    await expect(importCompany(app.installation, options(path))).rejects.toThrow(why);
    expect(all(app.installation.system, "SELECT id FROM company")).toHaveLength(2);
    expect(existsSync(join(app.directory, "companies/3"))).toBe(false);
  };

  test("the import of a damaged, truncated or foreign file changes nothing", async () => {
    const { tenant } = await fillCompany(app);
    const path = await exportTo(tenant.id);
    const [spoiled, short, nothing] = [directories.next(), directories.next(), directories.next()];
    copyFileSync(path, spoiled);
    damage(spoiled, 0.3);
    await expect(importCompany(app.installation, options(spoiled))).rejects.toThrow();
    writeFileSync(short, readFileSync(path).subarray(0, 9000));
    await refused(short, "");
    writeFileSync(nothing, "a letter, not an archive".repeat(100));
    await refused(nothing, "is not an archive of a company");
    await refused(join(directories.path, "missing.tar"), "cannot be opened");
  });

  test("the import of an archive with an entry name outside its directory changes nothing", async () => {
    const { tenant } = await fillCompany(app);
    const path = await exportTo(tenant.id);
    const manifest = readFileSync(path).toString("latin1");
    expect(manifest).toContain('"name": "company.sqlite"');
    const evil = directories.next();
    const at = manifest.lastIndexOf('"name": "company.sqlite"');
    const bytes = readFileSync(path);
    bytes.write('"name": "../../x.sqlite"', at, "latin1");
    writeFileSync(evil, bytes);
    await refused(evil, "is not a file of a company");
  });
});

describe("export of a company on the provider's page", () => {
  const state = async (id: number) => (await asRoot.get(`/companies/${id}/export`)).body.export;
  const until = async (id: number, wanted: string) => {
    for (;;) {
      const now = await state(id);
      if (now.state === wanted) return now;
      if (now.state !== "running") throw new Error(JSON.stringify(now));
      await Bun.sleep(20);
    }
  };

  test("a company export runs in the background, ends with a notice and is downloaded by an expiring link", async () => {
    const { tenant } = await fillCompany(app);
    const bell = await app.socket(root);
    expect(await state(tenant.id)).toBeNull();
    const begun = await asRoot.post(`/companies/${tenant.id}/export`, { passphrase: PASSPHRASE });
    expect(begun).toMatchObject({ status: 200, body: { state: "running", url: null } });
    expect((await asRoot.post(`/companies/${tenant.id}/export`, { passphrase: PASSPHRASE })).status).toBe(
      409,
    );
    const done = await until(tenant.id, "done");
    await bell.next((frame) => frame.t === "event" && frame.data["code"] === "company_export");
    const file = await fetch(`${app.url}${done.url}`);
    expect(file.headers.get("content-disposition")).toContain("attachment");
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBe(done.size);
    const path = directories.next();
    writeFileSync(path, bytes);
    const { placed } = await importCompany(app.installation, options(path));
    expect(contactsOf(app.installation.tenants.open(placed?.id ?? 0))).toBe(20);
    const part = await fetch(`${app.url}${done.url}`, { headers: { range: "bytes=0-99" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    expect((await fetch(`${app.url}${done.url}0`)).status).toBe(404);
    app.clock.advance(61 * 60_000);
    expect((await fetch(`${app.url}${done.url}`)).status).toBe(404);
    app.clock.advance(24 * 60 * 60_000);
    await app.app.runJob("company_export");
    asRoot = app.api(root);
    expect(await state(tenant.id)).toMatchObject({ state: "done", url: null, size: null });
    expect(existsSync(join(app.directory, `exports/${done.id}.tar`))).toBe(false);
  });

  test("each download of an export has one entry in both audit trails, also when it is resumed", async () => {
    const { tenant } = await fillCompany(app, "Padaria");
    await asRoot.post(`/companies/${tenant.id}/export`, { passphrase: PASSPHRASE });
    const { url } = await until(tenant.id, "done");
    const downloads = () =>
      all<{ subject: string; name: string; ip: string }>(
        app.installation.system,
        "SELECT subject, name, ip FROM provider_audit_log WHERE action = 'downloaded' AND company_id = ?",
        tenant.id,
      );
    const fetched = async (range?: string, method = "GET", address = url) => {
      const answer = await fetch(`${app.url}${address}`, { method, headers: range ? { range } : {} });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect([await fetched(undefined, "HEAD"), downloads()]).toEqual([200, []]);
    // A download without the first byte is recorded as well.
    expect(await fetched("bytes=1-")).toBe(206);
    const line = { subject: "Padaria", name: root.actor.name, ip: "127.0.0.1" };
    expect(downloads()).toEqual([line]);
    expect([await fetched("bytes=100-199"), await fetched("bytes=200-"), downloads()]).toEqual([
      206,
      206,
      [line],
    ]);
    expect([await fetched("bytes=0-99"), await fetched(), downloads()]).toEqual([
      206,
      200,
      [line, line, line],
    ]);
    const told = "SELECT count(*) AS n FROM audit_log WHERE action = 'downloaded' AND who = 'provider'";
    expect(one(app.installation.tenants.open(tenant.id).db, told)).toEqual({ n: 3 });
    // The link is valid only for the user it was issued to.
    expect(await fetched(undefined, "GET", url.replace(/u=\d+/, "u=99"))).toBe(404);
    run(root.tenant.db, "UPDATE user SET super = 0 WHERE id = ?", root.actor.id);
    expect([await fetched(), downloads()]).toEqual([404, [line, line, line]]);
  });

  test("an export can be cancelled, and one interrupted by a server stop fails with that reason", async () => {
    const { tenant } = await fillCompany(app);
    await asRoot.post(`/companies/${tenant.id}/export`, { passphrase: PASSPHRASE });
    expect((await asRoot.delete(`/companies/${tenant.id}/export`)).status).toBe(200);
    expect(await state(tenant.id)).toMatchObject({ state: "cancelled", url: null });
    await asRoot.post(`/companies/${tenant.id}/export`, { passphrase: PASSPHRASE });
    await app.stop({ directory: true });
    app = await startTestApp({ directory: app.directory, clock: app.clock });
    root = testUser(app.installation.tenants.open(root.tenant.id), { profile: "admin" });
    run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
    asRoot = app.api(root);
    expect((await state(tenant.id)).state).toBe("failed");
  });

  test("exports need a super user, a long passphrase and an existing company", async () => {
    const { tenant } = await fillCompany(app);
    const admin = app.api(testUser(tenant, { profile: "admin" }));
    const path = `/companies/${tenant.id}/export`;
    expect((await admin.post(path, { passphrase: PASSPHRASE })).status).toBe(403);
    expect((await admin.get(path)).status).toBe(403);
    expect(await asRoot.post(path, { passphrase: "short" })).toMatchObject({
      status: 400,
      body: { details: { fields: { passphrase: "too_short" } } },
    });
    expect((await asRoot.post("/companies/99/export", { passphrase: PASSPHRASE })).status).toBe(404);
  });
});
