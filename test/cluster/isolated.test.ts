import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";

const program = natsProgram();
// Waits longer than the 30 s without a check: only in the long run (docs/testing.md).
const longTest = test.skipIf(program === null || process.env["FAULT_KILLS"] === undefined);
const LIMIT_MS = 180_000;
/** As a proxy checks, ms. */
const CHECK_MS = 500;

describe("an owner that users do not reach", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-isolated-"));
  let nats: NatsServers;
  let nodes: NodeProcess[] = [];
  /** The nodes that the proxy reaches. */
  let reached: readonly NodeProcess[] = [];
  let isProxyRunning = true;

  beforeAll(async () => {
    if (program === null || process.env["FAULT_KILLS"] === undefined) return;
    nats = await startNats(program, folder);
    nodes = ["a", "b"].map(
      (name) => new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls }),
    );
    await nodes[0]?.command("cluster", "init");
    for (const node of nodes) node.start();
  }, LIMIT_MS);
  afterAll(async () => {
    isProxyRunning = false;
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends the checks of a proxy, and nothing else: a test that asked `/ownerz` itself would count as one. */
  async function checkAsProxy(): Promise<void> {
    while (isProxyRunning) {
      for (const node of reached)
        await fetch(`${node.url}/ownerz?cell=1`, { signal: AbortSignal.timeout(400) }).catch(() => undefined);
      await Bun.sleep(CHECK_MS);
    }
  }
  const current = () =>
    eventually(
      () => nodes[0]?.command("cluster", "status").catch(() => undefined) ?? Promise.resolve(undefined),
      "a current standby",
      60_000,
    );

  longTest(
    "the cell goes to the standby that the proxy checks, after 30 s without a check, and not before",
    async () => {
      const owner = await ownerOf(nodes);
      const standby = nodes.find((node) => node !== owner) as NodeProcess;
      await current();
      reached = nodes;
      void checkAsProxy();
      await Bun.sleep(3000);
      reached = [standby];
      const cutAt = performance.now();
      const status = await eventually(
        async () => {
          const words = await standby.command("cluster", "status").catch((error: Error) => error.message);
          return words.includes(`owner ${standby.name}`) ? words : undefined;
        },
        "the standby owns the cell",
        90_000,
      );
      expect(status).toContain(`owner ${standby.name}`);
      expect(performance.now() - cutAt).toBeGreaterThan(30_000);
      expect(performance.now() - cutAt).toBeLessThan(60_000);
    },
    LIMIT_MS,
  );
});
