import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtBinary } from "#test/helpers/built-binary.ts";
import { linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";

/** A directory with the binary, what a stranger may have left there, and nothing else of ours. */
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

async function run(...args: string[]) {
  const child = Bun.spawn([binary, ...args], { cwd: directory, stdout: "pipe", stderr: "pipe", env: {} });
  const [out, problems] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, problems };
}

describe("the single binary, alone in a directory", () => {
  test("is smaller than 130 MB", () => {
    expect(Bun.file(binary).size).toBeLessThan(130_000_000);
  });

  test("tells its version", async () => {
    expect(await run("version")).toMatchObject({
      code: 0,
      out: expect.stringContaining("balcao"),
      problems: "",
    });
  });

  test("runs nothing and believes nothing that a stranger left beside it", async () => {
    const { code, out } = await run("config", "show");
    expect(code).toBe(0);
    expect(out).toContain("LOG_LEVEL=info\n");
    expect(existsSync(join(directory, "was-run"))).toBe(false);
  });

  describe("as a server", () => {
    let world: World;
    beforeAll(async () => {
      const alone = `cd '${directory}' && exec ./balcao serve`;
      world = await startWorld({ command: ["/bin/sh", "-c", alone] });
    }, MINUTE);
    afterAll(() => world?.close());

    test("serves the app built for production, compressed, every file of it", async () => {
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
      "links a phone: the engine's thread, its keys and its files work",
      async () => {
        await linkConnection(world);
        expect(world.network.online.size).toBe(1);
      },
      MINUTE,
    );

    test("writes nothing but its data directory", () => {
      expect(readdirSync(directory).sort()).toEqual([".env", "balcao", "bunfig.toml", "stranger.ts"]);
    });
  });
});
