import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillCompany, proxyOf, SECRET, sessionOf } from "#operations/backups/testing.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { program } from "#test/helpers/server-process.ts";

/** Kills of one rotation: 2 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`, or `LONG=1`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? (process.env["LONG"] ? 200 : 2));
const COMPANIES = 4;

/** Runs the command in a separate process; kills it at the first file it names, or `afterMs` later. */
async function rotate(directory: string, afterMs: number | null): Promise<number> {
  const process_ = Bun.spawn(program("rotate-key"), {
    env: { ...process.env, DATA_DIR: directory, APP_SECRET: "", TZ: "UTC" },
    stdout: "pipe",
    stderr: "inherit",
  });
  if (afterMs !== null) {
    const reader = process_.stdout.getReader();
    for (let said = ""; !said.includes("secrets"); ) {
      const { done, value } = await reader.read();
      if (done) break;
      said += new TextDecoder().decode(value);
    }
    await Bun.sleep(afterMs);
    process_.kill("SIGKILL");
  }
  return process_.exited;
}

test(
  `a key rotation killed ${KILLS} times midway loses nothing and completes`,
  async () => {
    const app = await startTestApp({ env: { APP_SECRET: "" } });
    const filled = [];
    for (let n = 0; n < COMPANIES; n += 1) filled.push(await fillCompany(app));
    await app.stop({ directory: true });
    const { directory } = app;
    const key = () => readFileSync(join(directory, "secret.key"), "utf8").trim();
    const old = key();
    for (let kill = 0; kill < KILLS; kill += 1) await rotate(directory, (kill * 3) % 40);
    expect(await rotate(directory, null)).toBe(0);
    expect(key()).not.toBe(old);
    const again = await startTestApp({ env: { APP_SECRET: "" }, directory });
    for (const { tenant, connectionId } of filled) {
      expect(proxyOf(again.installation.tenants.open(tenant.id))).toBe(SECRET.proxy);
      expect(sessionOf(tenant.directory, connectionId, key()).noise).toBe(SECRET.noise);
    }
    await again.stop();
  },
  60_000 + KILLS * 5_000,
);
