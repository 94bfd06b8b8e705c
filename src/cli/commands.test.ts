import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "#test/helpers/server-process.ts";

let parent: string;
let directories = 0;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "balcao-cli-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Path of a directory that does not exist yet. */
const newDirectory = () => {
  directories += 1;
  return join(parent, String(directories));
};
const environment = (dataDir: string, more: Record<string, string> = {}) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: parent,
  DATA_DIR: dataDir,
  HOST: "127.0.0.1",
  PORT: "0",
  LOG_LEVEL: "silent",
  ...more,
});
const spawn = (args: readonly string[], env: Record<string, string>, input = "") =>
  Bun.spawn(program(...args), {
    cwd: parent,
    env,
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });

async function balcao(args: readonly string[], env: Record<string, string>, input?: string) {
  const child = spawn(args, env, input);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}
const makeSuper = (env: Record<string, string>, email: string) =>
  balcao(["create-super", "--email", email], env, "secret\n");

describe("command line", () => {
  test("the command line prints help and version and rejects unknown commands and options without creating files", async () => {
    const env = environment(newDirectory());
    const help = await balcao([], env);
    expect([help.code, help.out.includes("create-super --email")]).toEqual([0, true]);
    expect((await balcao(["dance"], env)).code).toBe(2);
    const asked = await balcao(["demo", "--help"], env);
    expect([asked.code, asked.out.includes("demo [--fresh]"), existsSync(env.DATA_DIR)]).toEqual([
      0,
      true,
      false,
    ]);
    const mistyped = await balcao(["demo", "--frehs"], env);
    expect([mistyped.code, mistyped.err.includes("--frehs"), existsSync(env.DATA_DIR)]).toEqual([
      1,
      true,
      false,
    ]);
    expect((await balcao(["version"], env)).out).toMatch(/^balcao \d+\.\d+\.\d+/);
  });

  test("the demo ends before it creates a file when its port is taken", async () => {
    const other = Bun.serve({ port: 0, fetch: () => new Response() });
    const env = environment(newDirectory(), { PORT: String(other.port) });
    const refused = await balcao(["demo"], env);
    await other.stop(true);
    expect([refused.code, refused.err.includes("is in use"), existsSync(env.DATA_DIR)]).toEqual([
      1,
      true,
      false,
    ]);
  });

  test("config show prints the configuration without secrets and reports its errors", async () => {
    const env = environment(newDirectory(), { METRICS_TOKEN: "canary" });
    const shown = await balcao(["config", "show"], env);
    expect(shown.out).toContain("METRICS_TOKEN=********");
    expect(shown.out).not.toContain("canary");
    const wrong = await balcao(["config", "show"], { ...env, PORT: "high" });
    expect([wrong.code, wrong.err.includes("PORT must be a whole number")]).toEqual([1, true]);
  });

  test("create-super creates a super user in files that only the user of the machine can read", async () => {
    const directory = newDirectory();
    const env = environment(directory);
    expect((await makeSuper(env, "root@example.com")).code).toBe(0);
    expect(statSync(directory).mode & 0o077).toBe(0);
    expect(statSync(join(directory, "system.sqlite")).mode & 0o077).toBe(0);
    const again = await makeSuper(env, "ROOT@example.com");
    expect([again.code, again.err.trim()]).toEqual([1, "ERR_EMAIL_IN_USE"]);
    expect((await makeSuper(env, "second@example.com")).code).toBe(0);
    const short = await balcao(["create-super", "--email", "x@example.com"], env, "abc\n");
    expect([short.code, short.err.includes("password")]).toEqual([1, true]);
    expect((await balcao(["migrate"], env)).out).toContain("company 1 (Balcão) is up to date");
  });

  test("set-password sets the password of a locked-out user", async () => {
    const env = environment(newDirectory());
    await makeSuper(env, "root@example.com");
    const set = (email: string, password: string) =>
      balcao(["set-password", "--email", email], env, `${password}\n`);
    expect(await set("ROOT@example.com", "another one")).toMatchObject({ code: 0 });
    expect((await set("nobody@example.com", "another one")).err.trim()).toBe("ERR_NO_USER_FOUND");
    expect((await set("root@example.com", "four")).code).toBe(1);
    expect((await set("root", "another one")).err).toContain("--email");
    const link = await balcao(["set-password", "--link", "--email", "root@example.com"], env);
    expect(link.out.trim()).toMatch(/\/recovery#email=root%40example\.com&token=\S+$/);
  });

  test("commands report problems of a data directory", async () => {
    const directory = newDirectory();
    const env = environment(directory);
    const doctor = () => balcao(["doctor", "--offline"], env);
    expect((await doctor()).out).toContain("does not exist yet");
    await makeSuper(env, "root@example.com");
    expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining("no problem found") });
    writeFileSync(join(directory, "companies/1/company.sqlite"), "broken".repeat(1000));
    chmodSync(directory, 0o755);
    const sick = await doctor();
    expect(sick.code).toBe(1);
    expect(sick.out).toContain("companies/1/company.sqlite: ");
    expect(sick.out).toContain("balcao restore --company 1");
    expect(sick.out).toContain("chmod 700");
    const told = JSON.parse((await balcao(["doctor", "--offline", "--json"], env)).out);
    expect(told).toMatchObject({ running: false, companies: 1 });
    expect(told.findings).toContainEqual(
      expect.objectContaining({ severity: "error", check: "database", company: 1 }),
    );
    const refused = await balcao(["migrate"], env);
    expect([refused.code, refused.err.includes("chmod 700")]).toEqual([1, true]);
    chmodSync(directory, 0o700);
    const failed = await balcao(["migrate"], env);
    expect([failed.code, failed.err.includes("company 1")]).toEqual([1, true]);
  });
});

describe("serve command", () => {
  /** Reads the output of the process until a line matches. */
  async function lineOf(child: ReturnType<typeof spawn>, fits: RegExp): Promise<string> {
    const reader = child.stdout.getReader();
    const decoder = new TextDecoder();
    let heard = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (value) heard += decoder.decode(value);
      const found = heard.split("\n").find((line) => fits.test(line));
      if (found !== undefined || done) {
        reader.releaseLock();
        return found ?? `ended after: ${heard}${await new Response(child.stderr).text()}`;
      }
    }
  }

  test("serve prints address and setup link, locks the data directory, and ends on a signal", async () => {
    const directory = newDirectory();
    const env = environment(directory);
    const child = spawn(["serve"], env);
    const line = await lineOf(child, /^First run/);
    const [, url = "", code = ""] = /open (http:\S+)\/setup#(\S+)$/.exec(line) ?? [];
    expect(code).toHaveLength(32);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const examined = await balcao(["doctor", "--offline", "--json"], env);
    expect(examined.code).toBe(0);
    expect(JSON.parse(examined.out)).toMatchObject({ running: true, pid: child.pid });
    const second = await balcao(["serve"], env);
    expect([second.code, second.err.includes("in use by another process")]).toEqual([1, true]);
    const setUp = await fetch(`${url}/api/setup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        code,
        name: "Ana Souza",
        email: "ana@example.com",
        password: "secret",
        companyName: "Provedor",
      }),
    });
    expect(setUp.status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(existsSync(join(directory, "system.sqlite"))).toBe(true);
  });

  test("serve opens the other companies when the provider's company cannot be opened", async () => {
    const directory = newDirectory();
    const env = environment(directory, { SUPER_EMAIL: "boss@example.com", SUPER_PASSWORD: "secret" });
    const first = spawn(["serve"], env);
    await lineOf(first, /listens on/);
    first.kill("SIGTERM");
    await first.exited;
    writeFileSync(join(directory, "companies/1/company.sqlite"), "no database at all ".repeat(100));
    const child = spawn(["serve"], env);
    const [url = ""] = /http:\S+/.exec(await lineOf(child, /listens on/)) ?? [];
    expect(await (await fetch(`${url}/api/setup`)).json()).toEqual({ open: false });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test("serve reports a port that is in use", async () => {
    const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const refused = await balcao(["serve"], environment(newDirectory(), { PORT: String(taken.port) }));
    await taken.stop(true);
    expect([refused.code, refused.err.trim()]).toEqual([1, expect.stringContaining("is in use")]);
  });

  test("serve creates the super user of the environment at the first start", async () => {
    const env = environment(newDirectory(), { SUPER_EMAIL: "boss@example.com", SUPER_PASSWORD: "secret" });
    for (let start = 0; start < 2; start += 1) {
      const child = spawn(["serve"], env);
      const line = await lineOf(child, /listens on/);
      const [url = ""] = /http:\S+/.exec(line) ?? [];
      const reply = await fetch(`${url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "boss@example.com", password: "secret" }),
      });
      expect((await reply.json()).user).toMatchObject({ super: true, companyId: 1 });
      child.kill("SIGINT");
      expect(await child.exited).toBe(0);
    }
  });
});
