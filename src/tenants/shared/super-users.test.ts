import { afterEach, beforeEach, expect, test } from "bun:test";
import { setUp } from "#accounts/auth/set-up/set-up.ts";
import { makeFirstSuperUser } from "#cli/first-run.ts";
import { loadConfig } from "#config.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { type SharingCells, startSharingCells } from "#test/helpers/shared-cells.ts";
import { openSocket } from "#test/helpers/socket.ts";

let cells: SharingCells;
beforeEach(async () => {
  cells = await startSharingCells();
});
afterEach(() => cells.stop());

const home = () => cells.app(1);
const other = () => cells.app(2);
/** The status of an answer that waits for a session to be copied (docs/rules/cells.md#requests). */
async function statusOf(answer: ReturnType<Api["get"]>): Promise<number> {
  let status = 0;
  void answer.then((reply) => {
    status = reply.status;
  });
  await becomesTrue(() => {
    cells.clock.advance(400);
    return status > 0;
  });
  return status;
}
/** Cell 2 with the login session of the super user of the home cell. */
const there = (api: Api = home().api(cells.root)) => createApi(other().url, api.token);
const copyOf = (table: string) => all(other().installation.tenants.open(1).db, `SELECT * FROM ${table}`);
const company = async (): Promise<Tenant> => {
  const { body } = await home().api(cells.root).post("/plans", { name: "Básico", users: 3 });
  await cells.share();
  return cells.company(2, body.id);
};

test("a super user's access token is valid in another cell, until its session has ended there too", async () => {
  const inHome = home().api(cells.root);
  await inHome.get("/auth/me");
  await cells.share();
  const me = await there(inHome).get("/auth/me");
  expect(me).toMatchObject({ status: 200, body: { name: "Rita", super: true, companyId: 1 } });
  expect((await there(inHome).get("/companies")).status).toBe(200);
  const [session] = (await inHome.get("/auth/sessions")).body;
  expect((await inHome.delete(`/auth/sessions/${session.id}`)).status).toBe(200);
  await cells.share();
  expect(await statusOf(there(inHome).get("/companies"))).toBe(401);
});

test("the copy of a super user has no password, no refresh token and no login", async () => {
  home().api(cells.root);
  await cells.share();
  expect(copyOf("user")).toMatchObject([{ name: "Rita", super: 1, password_hash: "" }]);
  expect(copyOf("session")).toMatchObject([{ family_hash: "copy 1", ip: "", user_agent: "" }]);
  expect(all(other().installation.system, "SELECT * FROM login")).toEqual([]);
  expect(one(other().installation.system, "SELECT name, id FROM company")).toEqual({
    name: "Provedor",
    id: 1,
  });
});

test("nobody can sign in as a super user in another cell while the home cell does not answer", async () => {
  const provider = home().installation.tenants.open(1);
  const person = await home().person(provider, { super: true, profile: "admin" });
  await cells.share();
  const login = { email: person.email, password: person.password };
  expect((await home().api().post("/auth/login", login)).status).toBe(200);
  expect((await other().api().post("/auth/login", login)).status).toBe(503);
});

test("set-up is refused and SUPER_EMAIL is ignored in another cell", async () => {
  const form = {
    code: "x".repeat(32),
    name: "Ana Souza",
    email: "ana@example.com",
    password: "secret",
    companyName: "Outra",
  };
  expect((await other().api().get("/setup")).body).toEqual({ open: false });
  await expect(setUp(other().installation, form)).rejects.toThrow("ERR_SETUP_DONE");
  const config = loadConfig({ SUPER_EMAIL: "ana@example.com", SUPER_PASSWORD: "a long secret" });
  await makeFirstSuperUser(other().installation, config);
  expect(all(other().installation.system, "SELECT id FROM company")).toEqual([]);
});

test("a support session in another cell ends, and its page closes, when the super user signs out in the home cell", async () => {
  const tenant = await company();
  const inHome = home().api(cells.root);
  await cells.share();
  const entered = await there(inHome).post(`/companies/${tenant.id}/support`, {});
  expect(entered.status).toBe(200);
  const support = createApi(other().url, entered.body.token);
  expect((await support.get("/queue")).status).toBe(200);
  const socket = await openSocket(other().url, entered.body.token);
  await socket.next((frame) => frame.t === "ready");
  run(home().installation.tenants.open(1).db, "UPDATE session SET ended_at = 1");
  await cells.share();
  await socket.closed;
  expect((await support.get("/queue")).status).toBe(401);
  expect(all(other().installation.system, "SELECT ended_at FROM support_access")).toEqual([
    { ended_at: cells.clock.now() },
  ]);
});

test("a user who is no longer a super user has no rights in another cell", async () => {
  const inHome = home().api(cells.root);
  await inHome.get("/auth/me");
  await cells.share();
  expect((await there(inHome).get("/companies")).status).toBe(200);
  run(home().installation.tenants.open(1).db, "UPDATE user SET super = 0");
  await cells.share();
  expect(await statusOf(there(inHome).get("/companies"))).toBe(401);
  run(home().installation.tenants.open(1).db, "UPDATE user SET super = 1");
  await cells.share();
  expect((await there(inHome).get("/companies")).status).toBe(200);
});

test("the copy of a super user follows name and address; two may exchange their addresses", async () => {
  const { db } = home().installation.tenants.open(1);
  const insert = `INSERT INTO user (name, email, password_hash, profile, super, created_at, updated_at)
    VALUES (?, ?, 'x', 'admin', 1, 1, 1)`;
  run(db, insert, "Um", "um@example.com");
  run(db, insert, "Dois", "dois@example.com");
  await cells.share();
  run(db, "UPDATE user SET email = 'tmp@example.com' WHERE name = 'Um'");
  run(db, "UPDATE user SET email = 'um@example.com' WHERE name = 'Dois'");
  run(db, "UPDATE user SET email = 'dois@example.com' WHERE name = 'Um'");
  await cells.share();
  expect(copyOf("user").slice(1)).toMatchObject([
    { name: "Um", email: "dois@example.com" },
    { name: "Dois", email: "um@example.com" },
  ]);
});

test("users and sessions of the copy are refused to every other writer, also after its file was opened again", async () => {
  home().api(cells.root);
  await cells.share();
  const refused = "copied rows are written in the home cell only";
  const { tenants } = other().installation;
  const attempts = (db: Tenant["db"]) => [
    () => run(db, "UPDATE user SET super = 0"),
    () => run(db, "UPDATE user SET password_hash = 'x'"),
    () => run(db, "INSERT INTO session SELECT 99, user_id, 'x', 0, 0, 1, '', '', 0, NULL FROM session"),
    () => run(db, "UPDATE session SET ended_at = 1"),
  ];
  for (const attempt of attempts(tenants.open(1).db)) expect(attempt).toThrow(refused);
  run(tenants.open(1).db, "UPDATE user SET last_seen_at = 1");
  expect(tenants.trim(-1, 10)).toBeGreaterThan(0);
  for (const attempt of attempts(tenants.open(1).db)) expect(attempt).toThrow(refused);
  tenants.closeIdle(-1);
  for (const attempt of attempts(tenants.open(1).db)) expect(attempt).toThrow(refused);
});
