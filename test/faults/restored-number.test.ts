import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holdInstallation } from "#cli/hold-restored.ts";
import { loadConfig } from "#config.ts";
import { findRun, restoreAll, storeOf, verify } from "#operations/backups/index.ts";
import { openDatabase } from "#platform/db/open.ts";
import { textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { SUPER } from "#test/helpers/server-process.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";

// R9: a backup is made while customers write, the server is killed and its disk lost; the restored installation signs
// in, is still the same linked number, and sends.
let world: World;
let connectionId: number;
let maria: Phone;
let elsewhere: string;

beforeAll(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), "balcao-elsewhere-"));
  world = await startWorld({
    env: { BACKUP_DIR: join(elsewhere, "backups"), APP_SECRET: "the key of the operator, kept elsewhere" },
  });
  connectionId = await linkConnection(world);
  maria = world.network.addPerson({ number: "5511987650001", name: "Maria Souza" });
}, 60_000);
afterAll(async () => {
  await world?.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

const dataDirectory = () => join(world.server.directory, "data");
const bodies = (): readonly string[] => {
  const db = openDatabase(join(dataDirectory(), "companies/1/company.sqlite"), {
    durability: "normal",
    readonly: true,
  });
  const rows = db.prepare("SELECT body FROM message WHERE from_me = 0 ORDER BY id").all() as {
    body: string;
  }[];
  db.close();
  return rows.map(({ body }) => body);
};
const heard = (text: string) =>
  eventually(async () => (bodies().includes(text) ? true : undefined), `"${text}" is stored`);

test("a server that lost its disk during traffic is restored from its backup with the number still linked", async () => {
  await maria.send.text(world.shop, "Bom dia!");
  await heard("Bom dia!");
  await world.server.call("POST", "/backups");
  for (let count = 0; count < 30; count += 1) await maria.send.text(world.shop, `Durante ${count}`);
  await eventually(async () => {
    const { state } = await world.server.call<{ state: string }>("GET", "/backups");
    return state === "done" ? true : undefined;
  }, "the backup is made");
  await heard("Durante 29");
  await world.server.kill();
  rmSync(dataDirectory(), { recursive: true });
  mkdirSync(dataDirectory(), { mode: 0o700 });

  const config = loadConfig({
    DATA_DIR: dataDirectory(),
    BACKUP_DIR: join(elsewhere, "backups"),
    APP_SECRET: "the key of the operator, kept elsewhere",
  });
  const store = storeOf(config);
  const run = await findRun(store, {});
  expect(await verify({ store, run, dataDirectory: elsewhere, everyByte: true })).toEqual([]);
  const lines: string[] = [];
  const problems = await restoreAll({
    dataDirectory: dataDirectory(),
    store,
    run,
    appSecret: config.appSecret,
    passphrase: null,
    dryRun: false,
    overwrite: false,
    jobs: [],
    prepare: (directory) => holdInstallation(directory),
    now: Date.now,
    onLine: (line) => lines.push(line),
  });
  expect([problems, lines[0]]).toEqual([[], expect.stringMatching(/company 1 .*1 sessions; integrity ok/)]);
  expect(existsSync(join(dataDirectory(), `companies/1/sessions/${connectionId}/linked`))).toBe(true);
  expect(bodies()).toContain("Bom dia!");

  await world.server.start();
  await world.server.signIn(SUPER.email, SUPER.password);
  const restored = await world.server.call<{ status: string }>("GET", `/whatsapp/${connectionId}`);
  expect(restored.status).toBe("DISCONNECTED");
  // A user makes sure that the lost machine is off, and connects the number: it needs no new QR code.
  await world.server.call("POST", `/whatsappsession/${connectionId}`);
  await waitConnected(world.server, connectionId);
  await maria.send.text(world.shop, "Ainda estão aí?");
  await heard("Ainda estão aí?");
  const page = await world.server.call<{ tickets: readonly { id: number; contact: { name: string } }[] }>(
    "GET",
    "/tickets?status=pending&showAll=true",
  );
  const ticket = page.tickets.find(({ contact }) => contact.name === "Maria Souza");
  expect(ticket).toBeDefined();
  await world.server.call("PUT", `/tickets/${ticket?.id}`, { status: "open", userId: 1 });
  const answer = maria.received(({ content }) => textOf(unwrap(content)).includes("Estamos!"));
  await world.server.call("POST", `/messages/${ticket?.id}`, { body: "Estamos!" });
  expect(textOf(unwrap((await answer).content))).toContain("Estamos!");
}, 90_000);
