import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import { ServerProcess } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";

let mails: MailServer;
let server: ServerProcess;
let planId: number;
beforeAll(async () => {
  mails = await startMailServer();
  server = new ServerProcess({
    command: [process.execPath, "test/faults/signup-child.ts"],
    env: { SMTP_URL: mails.url, PUBLIC_URL: "https://balcao.example" },
  });
  await server.start();
  await server.signIn();
  const plan = { name: "Básico", users: 3, connections: 1, queues: 3, value: 99.9 };
  ({ id: planId } = await server.call<{ id: number }>("POST", "/plans", plan));
}, 60_000);
afterAll(async () => {
  await server.remove();
  await mails.close();
});

const data = (...path: string[]) => join(server.directory, "data", ...path);
const folders = () => readdirSync(data("companies")).sort();

/** Reads one value from a database file of the server, which may be stopped. */
function value(file: string, sql: string, ...bindings: string[]): unknown {
  const db = openDatabase(data(file), { durability: "full", readonly: true });
  const row = db.prepare(sql).get(...bindings) as { v: unknown };
  db.close();
  return row.v;
}

async function confirm(token: string): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${server.url}/api/auth/confirm`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return { status: reply.status, body: await reply.json() };
}

for (const [point, isThere] of [
  ["file", false],
  ["admin", false],
  ["row", true],
] as const)
  test(`a server that is killed at "${point}" while it creates a company has ${isThere ? "all" : "nothing"} of it, and never two`, async () => {
    const email = `${point}@padaria.example`;
    const password = "pão quente";
    const before = folders();
    await server.call("POST", "/companies/cadastro", { name: `Padaria ${point}`, email, password, planId });
    expect(folders()).toEqual(before);
    const mail = await eventually(async () => mails.mails.find(({ to }) => to.includes(email)), "its mail");
    const code = /#token=([\w-]{43})/.exec(mail.text)?.[1] ?? "";
    const kill = join(server.directory, "kill");
    writeFileSync(kill, point);
    await confirm(code).catch(() => undefined);
    await eventually(async () => (server.running ? undefined : true), "its death");
    rmSync(kill);
    await server.start();
    // After the start, interrupted work was removed and committed work is complete.
    expect(folders()).toHaveLength(before.length + (isThere ? 1 : 0));
    const again = await confirm(code);
    if (isThere)
      expect(again.body).toMatchObject({ error: "ERR_CONFIRMATION_CODE", details: { reason: "used" } });
    else expect(again.status).toBe(200);
    expect(value("system.sqlite", "SELECT count(*) AS v FROM company WHERE email = ?", email)).toBe(1);
    expect(value("system.sqlite", "SELECT count(*) AS v FROM waiting_signup")).toBe(0);
    const id = String(value("system.sqlite", "SELECT id AS v FROM company WHERE email = ?", email));
    expect(folders()).toHaveLength(before.length + 1);
    expect(existsSync(data("companies", id, "unfinished"))).toBe(false);
    expect(value(join("companies", id, "company.sqlite"), "SELECT count(*) AS v FROM user")).toBe(1);
    const bills = "SELECT count(*) AS v FROM invoice WHERE company_id = ?";
    expect(value("system.sqlite", bills, id)).toBe(1);
    const login = await server.call<{ token: string }>("POST", "/auth/login", { email, password }, "");
    expect(login.token).toBeString();
  }, 60_000);
