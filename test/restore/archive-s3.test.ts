import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jobNames } from "#features.ts";
import { openDatabase } from "#platform/db/open.ts";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import { program, ServerProcess } from "#test/helpers/server-process.ts";

// A provider with one machine and a bucket: the machine is lost, and another one continues from an earlier time.
let s3: S3Simulator;
let env: Record<string, string>;
let lost: ServerProcess;
let second: ServerProcess;
beforeAll(() => {
  s3 = startS3();
  env = {
    ARCHIVE_S3_BUCKET: s3.bucket,
    ARCHIVE_S3_ENDPOINT: s3.endpoint,
    ARCHIVE_S3_ACCESS_KEY: s3.key.id,
    ARCHIVE_S3_SECRET_KEY: s3.key.secret,
    APP_SECRET: "the key of the operator, kept elsewhere",
  };
  lost = new ServerProcess({ env });
  second = new ServerProcess({ env });
});
afterAll(async () => {
  await lost?.remove();
  await second?.remove();
  await s3?.stop();
});

const dataOf = ({ directory }: ServerProcess) => join(directory, "data");
const balcao = async (...words: readonly string[]) => {
  const child = Bun.spawn(program(...words), {
    env: { ...env, PATH: process.env["PATH"] ?? "", DATA_DIR: dataOf(second), LOG_LEVEL: "silent" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
};
const rows = (server: ServerProcess, file: string, sql: string): unknown[] => {
  const db = openDatabase(join(dataOf(server), file), { durability: "normal", readonly: true });
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
};
const company = async (server: ServerProcess) =>
  (await server.call<{ company: { heldSince: string | null; heldCompanies: number } }>("GET", "/auth/me"))
    .company;

let padaria: number;
let at: string;
let queueId: number;

test("a lost machine is restored to an earlier second from a bucket: nothing is sent, an erased person stays erased", async () => {
  await lost.start();
  await lost.signIn();
  ({ id: padaria } = await lost.call<{ id: number }>("POST", "/companies", {
    ...{ name: "Padaria", email: "dona@example.com", password: "segredo-da-dona", adminName: "Dona" },
    planId: 1,
  }));
  ({ id: queueId } = await lost.call<{ id: number }>("POST", "/queue", { name: "Vendas", color: "#112233" }));
  const { id: person } = await lost.call<{ id: number }>("POST", "/contacts", {
    ...{ name: "Zulmira", number: "5511976543210" },
  });
  await lost.signIn("dona@example.com", "segredo-da-dona");
  await lost.call("POST", "/tags", { name: "early" });
  while (![...s3.objects.keys()].some((name) => name.includes("/snapshots/"))) await Bun.sleep(50);
  await Bun.sleep(1200);
  at = new Date().toISOString();
  await Bun.sleep(1200);
  await lost.call("POST", "/tags", { name: "late" });
  await lost.signIn();
  await lost.call("DELETE", `/contacts/${person}`);
  await Bun.sleep(2500);
  await lost.kill();
  rmSync(dataOf(lost), { recursive: true });

  mkdirSync(second.directory, { recursive: true });
  const restored = await balcao("restore", "--at", at);
  expect(restored).toMatchObject({ code: 0, err: "" });
  expect(restored.out).toContain("nothing is sent automatically until a person resumes");
  expect(restored.out).toContain("people erased again, because they were erased after the backup: 1");
  expect(rows(second, `companies/${padaria}/company.sqlite`, "SELECT name FROM tag")).toEqual(["early"]);
  expect(
    rows(second, "companies/1/company.sqlite", "SELECT name FROM contact WHERE name LIKE 'Zul%'"),
  ).toEqual([]);
  expect(rows(second, "system.sqlite", "SELECT count(*) FROM company WHERE restored_at IS NULL")).toEqual([
    0,
  ]);
  const woken = rows(second, "system.sqlite", "SELECT DISTINCT job FROM scheduled_wakeup");
  expect(woken).toEqual(expect.arrayContaining([...jobNames()]));
}, 60_000);

test("the restored server works, holds both companies, and continues after the provider resumes them", async () => {
  await second.start();
  await second.signIn();
  expect(await company(second)).toMatchObject({ heldCompanies: 2 });
  expect(await second.call("POST", "/companies/resume")).toEqual({ resumed: 2 });
  expect(await company(second)).toMatchObject({ heldSince: null, heldCompanies: 0 });
  expect(queueId).toBeGreaterThan(0);
  await second.signIn("dona@example.com", "segredo-da-dona");
  await second.call("POST", "/tags", { name: "after the restore" });
  await Bun.sleep(2500);
  expect(await second.stop()).toBe(0);
}, 60_000);

test("one company is restored alone: only it is on hold, and the others keep what they have", async () => {
  const refused = await balcao("restore", "--archive", "--at", at, "--company", String(padaria));
  expect([refused.code, refused.err.includes("--overwrite")]).toEqual([1, true]);
  const restored = await balcao(
    "restore",
    "--archive",
    "--at",
    at,
    "--company",
    String(padaria),
    "--overwrite",
  );
  expect(restored).toMatchObject({ code: 0, err: "" });
  const tags = (file: string) => rows(second, file, "SELECT name FROM tag");
  expect(tags(`companies/${padaria}/company.sqlite`)).toEqual(["early"]);
  const held = "SELECT id FROM company WHERE restored_at IS NOT NULL AND resumed_at IS NULL";
  expect(rows(second, "system.sqlite", held)).toEqual([padaria]);
  await second.start();
  await second.signIn("dona@example.com", "segredo-da-dona");
  expect(await company(second)).toMatchObject({ heldSince: expect.any(String), heldCompanies: 0 });
  await second.call("POST", `/companies/${padaria}/resume`);
  expect(await company(second)).toMatchObject({ heldSince: null });
  expect(await second.stop()).toBe(0);
  expect(existsSync(join(dataOf(second), "system.sqlite"))).toBe(true);
}, 60_000);
