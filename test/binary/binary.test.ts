import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { dumpOf, oldHash } from "#provider/importer/testing.ts";
import { builtBinary } from "#test/helpers/built-binary.ts";
import { ServerProcess } from "#test/helpers/server-process.ts";
import { eventually, linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";
import { CONVERSATIONS_STEP, companyAt, MESSAGES, systemAt } from "#test/migrations/older-data.ts";

/** A directory with the binary and files that a stranger may have left beside it, without sources of ours. */
const directory = mkdtempSync(join(tmpdir(), "balcao-binary-"));
const binary = join(directory, "balcao");
const MINUTE = 60_000;

beforeAll(async () => {
  copyFileSync(await builtBinary(), binary);
  chmodSync(binary, 0o755);
  writeFileSync(join(directory, "stranger.ts"), `require("node:fs").writeFileSync("was-run", "")`);
  writeFileSync(join(directory, "bunfig.toml"), `preload = ["./stranger.ts"]\n`);
  writeFileSync(join(directory, ".env"), "LOG_LEVEL=nonsense\n");
}, 5 * MINUTE);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const run = (...args: string[]) => runOver({}, ...args);
async function runOver(env: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([binary, ...args], { cwd: directory, stdout: "pipe", stderr: "pipe", env });
  const [out, problems] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, problems };
}

describe("the binary alone in a directory", () => {
  test("the binary is smaller than 130 MB", () => {
    expect(Bun.file(binary).size).toBeLessThan(130_000_000);
  });

  test("the binary prints its version", async () => {
    expect(await run("version")).toMatchObject({
      code: 0,
      out: expect.stringContaining("balcao"),
      problems: "",
    });
  });

  test("the binary runs no foreign file and reads no foreign configuration from its directory", async () => {
    const { code, out } = await run("config", "show");
    expect(code).toBe(0);
    expect(out).toContain("LOG_LEVEL=info\n");
    expect(existsSync(join(directory, "was-run"))).toBe(false);
  });

  test("the binary imports companies from a dump of the Whaticket family, after a dry run", async () => {
    const office = { version: "saas", companies: 1, passwordHash: await oldHash(), now: Date.now() } as const;
    const dump = await dumpOf("mysql", office);
    const env = { DATA_DIR: join(dirname(dump), "data") };
    const companies = () => readdirSync(join(env.DATA_DIR, "companies"));
    const tried = await runOver(env, "import", "whaticket", dump, "--dry-run");
    expect([tried.code, tried.out.includes("Messages")]).toEqual([0, true]);
    expect(existsSync(join(env.DATA_DIR, "companies"))).toBe(false);
    const brought = await runOver(env, "import", "whaticket", dump);
    expect([brought.code, brought.out.includes("Messages")]).toEqual([0, true]);
    // The imported company and the provider's own.
    expect(companies()).toHaveLength(2);
    rmSync(dirname(dump), { recursive: true });
  });

  describe("the binary as a server", () => {
    let world: World;
    beforeAll(async () => {
      const alone = `cd '${directory}' && exec ./balcao serve`;
      world = await startWorld({ command: ["/bin/sh", "-c", alone] });
    }, MINUTE);
    afterAll(() => world?.close());

    test("the binary serves every file of the production build, compressed", async () => {
      const page = await fetch(`${world.server.url}/tickets`, { headers: { accept: "text/html" } });
      expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
      const html = await page.text();
      const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? "");
      expect(addresses.length).toBeGreaterThan(3);
      for (const address of addresses) {
        const answer = await fetch(world.server.url + address, { headers: { "accept-encoding": "br" } });
        expect(answer.status).toBe(200);
        if (!address.endsWith(".js")) continue;
        expect(answer.headers.get("content-encoding")).toBe("br");
        expect(await answer.text()).not.toContain("react-dom-client.development");
      }
    });

    test(
      "the binary links a phone: the engine's thread, keys and files work",
      async () => {
        await linkConnection(world);
        expect(world.network.online.size).toBe(1);
      },
      MINUTE,
    );

    test(
      "the binary makes backups and exports in separate processes, without a runtime or sources beside it",
      async () => {
        const { server } = world;
        await server.call("POST", "/backups");
        const backup = await eventually(async () => {
          const now = await server.call<{ state: string; error: string | null }>("GET", "/backups");
          return now.state === "running" ? undefined : now;
        }, "the end of the backup");
        expect(backup).toMatchObject({ state: "done", error: null });
        const path = "/companies/1/export";
        await server.call("POST", path, { passphrase: "uma frase que ninguém adivinha" });
        const done = await eventually(async () => {
          const { export: now } = await server.call<{ export: { state: string; url: string; size: number } }>(
            "GET",
            path,
          );
          return now.state === "running" ? undefined : now;
        }, "the end of the export");
        const file = await fetch(`${server.url}${done.url}`);
        expect([done.state, (await file.bytes()).length]).toEqual(["done", done.size]);
      },
      MINUTE,
    );

    test(
      "the binary writes a report as a spreadsheet, in its own process",
      async () => {
        const { server } = world;
        const { id } = await server.call<{ id: number }>("POST", "/reports/files", {
          ...{ kind: "work", format: "xlsx", filter: { days: "7" }, language: "pt" },
        });
        await eventually(async () => {
          const { files } = await server.call<{ files: { state: string; error: string | null }[] }>(
            "GET",
            "/reports/files",
          );
          expect(files[0]?.error).toBeNull();
          return files[0]?.state === "done" || undefined;
        }, "the end of the report");
        const headers = { authorization: `Bearer ${await server.signIn()}` };
        const file = await fetch(`${server.url}/api/reports/files/${id}`, { headers });
        const sheet = read(await file.bytes(), { type: "buffer" }).Sheets["1"];
        expect(utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 })[0]?.slice(0, 3)).toEqual([
          ...["Pessoa", "Online", "Em pausa"],
        ]);
      },
      MINUTE,
    );

    test("the binary writes only to its data directory", () => {
      expect(readdirSync(directory).sort()).toEqual([".env", "balcao", "bunfig.toml", "stranger.ts"]);
    });
  });

  test(
    "the binary in place of an earlier release upgrades its data and keeps a copy beside it",
    async () => {
      const server = new ServerProcess({ command: [binary, "serve"] });
      try {
        const data = join(server.directory, "data");
        mkdirSync(join(data, "companies/1/media"), { recursive: true, mode: 0o700 });
        companyAt(
          join(data, "companies/1/company.sqlite"),
          CONVERSATIONS_STEP,
          await hashPassword("correct horse"),
        );
        systemAt(join(data, "system.sqlite"), systemMigrations.length - 1);
        await server.start();
        await server.signIn("ana@example.com", "correct horse");
        const { count } = await server.call<{ count: number }>("GET", "/messages/1?pageNumber=1");
        expect(count).toBe(MESSAGES);
        const copies = readdirSync(join(data, "companies/1")).filter((name) => name.includes(".before-"));
        expect(copies).toEqual([`company.sqlite.before-${tenantMigrations[CONVERSATIONS_STEP]?.name}`]);
        expect(await server.stop()).toBe(0);
      } finally {
        await server.remove();
      }
    },
    MINUTE,
  );
});
