import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { createNodeCertificate } from "#cluster/cells/authority.ts";
import { createLinkClient } from "#cluster/cells/link-client.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { makeMachines } from "./machines.ts";
import { APP_SECRET } from "./node-process.ts";

const made = makeMachines(["a"], 0);
const machines = typeof made === "string" ? null : made;
if (typeof made === "string") noteSkipped(`no machine can vanish. ${made}`);
const PORT = 3443;

describe.skipIf(machines === null)("the machine of an owner vanishes without closing its connections", () => {
  const machine = machines?.list[0];
  const address = `https://${machine?.address}:${PORT}`;
  let node: Subprocess;
  beforeAll(() => {
    const line = [process.execPath, join(import.meta.dir, "link-program.ts"), address, APP_SECRET];
    node = Bun.spawn([...(machine?.prefix ?? []), ...line], { stdout: "inherit", stderr: "inherit" });
  });
  afterAll(async () => {
    node.kill("SIGKILL");
    await node.exited;
    machines?.close();
  });
  const client = createLinkClient({
    owners: { of: () => ({ node: "a", incarnation: "a 1", address }), use: () => () => {}, onLost() {} },
    certificate: createNodeCertificate(APP_SECRET),
    ownAddress: null,
    clock: monotonicClock,
  });
  const caller = { ip: "203.0.113.7", https: true, host: "atendimento.example.com" };
  const answered = async () => {
    const answer = await client.forward(2, new Request("http://a/api/tags"), caller);
    return answer.text();
  };

  test("waiting and new requests get 503 within some seconds, and are answered when it is back", async () => {
    await eventually(() => answered().catch(() => undefined), "the listener");
    machine?.cut("users", "both");
    for (const _ of ["a request over a kept connection", "a request over a new one"]) {
      const startedMs = performance.now();
      await expect(answered()).rejects.toMatchObject({ status: 503, code: "ERR_NOT_DURABLE" });
      expect(performance.now() - startedMs).toBeLessThan(6000);
    }
    machine?.heal("users");
    expect(await eventually(() => answered().catch(() => undefined), "an answer")).toBe("done");
  }, 60_000);
});
