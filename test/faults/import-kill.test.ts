import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { png } from "#channels/media/testing.ts";
import { openDatabase } from "#platform/db/open.ts";
import { dumpOf, oldHash } from "#provider/importer/testing.ts";
import { program } from "#test/helpers/server-process.ts";

/** Kills of one import: 2 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`, or `LONG=1`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? (process.env["LONG"] ? 200 : 2));
const MESSAGES = 3000;

let parent: string;
let dump: string;
let media: string;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), "balcao-import-kill-"));
  const office = { version: "community", tickets: 60, messagesPerTicket: MESSAGES / 60 } as const;
  dump = await dumpOf("pg-copy", { ...office, passwordHash: await oldHash(), now: Date.UTC(2026, 5, 1) });
  media = join(parent, "public");
  mkdirSync(media);
  await Bun.write(join(media, "foto.png"), await png());
});
afterAll(() => {
  rmSync(parent, { recursive: true });
  rmSync(dirname(dump), { recursive: true });
});

const spawn = (data: string, args: readonly string[]) =>
  Bun.spawn(program(...args), {
    cwd: parent,
    env: { PATH: process.env["PATH"] ?? "", HOME: parent, DATA_DIR: data, LOG_LEVEL: "silent", TZ: "UTC" },
    stdin: new Blob(["segredo\n"]),
    stdout: "pipe",
    stderr: "inherit",
  });
async function balcao(data: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(data, args);
  const out = await new Response(child.stdout).text();
  expect([args[0], await child.exited]).toEqual([args[0], 0]);
  return out;
}
const bring = ["import", "whaticket"] as const;

/** Result of a query on the imported company; undefined before it exists. */
function look<T>(data: string, sql: string): T[] | undefined {
  const folders = existsSync(join(data, "companies")) ? readdirSync(join(data, "companies")) : [];
  const file = folders.map((id) => join(data, "companies", id, "company.sqlite")).find(existsSync);
  if (!file) return undefined;
  const db = openDatabase(file, { durability: "normal", readonly: true });
  try {
    return db.prepare(sql).all() as T[];
  } catch {
    // Its tables are being created.
    return undefined;
  } finally {
    db.close();
  }
}
const stored = (data: string) => look<{ n: number }>(data, "SELECT count(*) AS n FROM message")?.[0]?.n ?? 0;
const everything = (data: string) => ({
  messages: look(
    data,
    `SELECT m.provider_id, m.body, m.ack, m.created_at, t.protocol, f.sha256, f.state FROM message m
       JOIN ticket t ON t.id = m.ticket_id LEFT JOIN media_file f ON f.id = m.media_id ORDER BY m.id`,
  ),
  contacts: look(data, "SELECT name, number FROM contact ORDER BY name, number"),
  tickets: look(data, "SELECT protocol, status, unread_messages, last_message FROM ticket ORDER BY protocol"),
});

/** Starts an import, and kills it once it has stored this many messages. */
async function killedAt(data: string, messages: number): Promise<void> {
  const child = spawn(data, [...bring, dump, "--media", media, "--company", "1"]);
  while (child.exitCode === null && stored(data) < messages) await Bun.sleep(5);
  child.kill("SIGKILL");
  await child.exited;
}

test(
  `an import killed ${KILLS} times midway has the same result as an uninterrupted one`,
  async () => {
    const [broken, whole] = [join(parent, "broken"), join(parent, "whole")];
    for (const data of [broken, whole]) await balcao(data, "create-super", "--email", "dono@example.com");

    const report = join(parent, "try.json");
    const flags = ["--media", media, "--company", "1"];
    await balcao(whole, ...bring, dump, ...flags, "--dry-run", "--report", report);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ dryRun: true, state: "done" });
    expect(stored(whole)).toBe(0);
    const told = await balcao(whole, ...bring, dump, ...flags);
    expect(told).toContain("Messages");
    expect(stored(whole)).toBe(MESSAGES);

    const halves: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killedAt(broken, Math.floor((MESSAGES * (kill + 0.5)) / (KILLS + 1)));
      halves.push(stored(broken));
    }
    expect(halves.some((messages) => messages > 0 && messages < MESSAGES)).toBe(true);
    await balcao(broken, ...bring, dump, ...flags);
    expect(everything(broken)).toEqual(everything(whole));
    // Files of killed runs are deleted.
    expect(readdirSync(broken).filter((name) => name.startsWith("import-"))).toEqual([]);
  },
  60_000 + KILLS * 5_000,
);
