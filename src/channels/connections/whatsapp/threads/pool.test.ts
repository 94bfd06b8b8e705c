import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "#channels/connections/provider.ts";
import { createPool, defaultPoolSize, type Pool } from "./pool.ts";
import { DEFAULT_TIMINGS, type EngineConfig } from "./protocol.ts";

const pools: Pool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

const CONFIG: EngineConfig = {
  url: "ws://127.0.0.1:9/",
  rootKey: null,
  mediaAuthority: null,
  sealingKey: new Uint8Array(32),
  timings: DEFAULT_TIMINGS,
  shipping: null,
};
const KEY = { companyId: 1, connectionId: 1 };

test("the pool has one worker up to two cores, else half as many as cores", () => {
  expect([1, 2, 3, 4, 8, 16].map(defaultPoolSize)).toEqual([1, 1, 1, 2, 4, 8]);
});

test("a worker that dies closes its sessions with a reason, and the next start gets a new worker", async () => {
  const events: SessionEvent[] = [];
  const pool = createPool({
    // The engine refuses this key when it is created, and its worker ends.
    config: { ...CONFIG, rootKey: "no key" },
    size: 1,
    onMessage: (message) => void (message.type === "session" && events.push(message.event)),
  });
  pools.push(pool);
  const options = { directory: "/nowhere", mediaDirectory: "/nowhere", rejectCalls: false };
  for (const attempt of [1, 2]) {
    const outcome = await pool.call(KEY, "start", options).catch((error: Error) => error.message);
    expect(outcome).toContain("WHATSAPP_ROOT_KEY");
    expect(events).toHaveLength(attempt);
    expect(events.at(-1)).toMatchObject({ type: "closed", reason: "network" });
  }
});

test("a call for a session that was never started starts no worker", async () => {
  const pool = createPool({ config: CONFIG, size: 1, onMessage: () => {} });
  pools.push(pool);
  expect(await pool.call(KEY, "probe")).toBe(false);
  expect(await pool.call(KEY, "checkNumber", "551")).toBeNull();
  expect(pool.sessions()).toEqual([]);
});

test("a worker that answers no pings is replaced, and its sessions are closed", async () => {
  const program = join(mkdtempSync(join(tmpdir(), "deaf-worker-")), "deaf.ts");
  writeFileSync(program, "self.onmessage = () => {};");
  const { promise, resolve } = Promise.withResolvers<SessionEvent>();
  const pool = createPool({
    config: CONFIG,
    size: 1,
    program,
    pingEvery: 20,
    onMessage: (message) => message.type === "session" && resolve(message.event),
  });
  pools.push(pool);
  const options = { directory: "/nowhere", mediaDirectory: "/nowhere", rejectCalls: false };
  const outcome = pool.call(KEY, "start", options).catch((error: Error) => error.message);
  expect(await promise).toMatchObject({ type: "closed", reason: "network" });
  expect(await outcome).toContain("does not answer");
  expect(pool.sessions()).toEqual([]);
});

/** Niceness of each thread of this process, by thread id. Threads that end while they are read are omitted. */
function nicenesses(): Map<number, number> {
  const found = new Map<number, number>();
  for (const thread of readdirSync("/proc/self/task")) {
    const stat = `/proc/self/task/${thread}/stat`;
    try {
      const fields = readFileSync(stat, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      found.set(Number(thread), Number(fields[16]));
    } catch (error) {
      if (existsSync(stat)) throw error;
    }
  }
  return found;
}

test.skipIf(process.platform !== "linux")(
  "the engine runs at a lower priority than the main thread",
  async () => {
    const before = nicenesses();
    const pool = createPool({ config: CONFIG, size: 1, onMessage: () => {} });
    pools.push(pool);
    // The engine answers this call: it has no such file open.
    const options = { directory: "/proc/nowhere", mediaDirectory: "/proc/nowhere", rejectCalls: false };
    await pool.call(KEY, "start", options).catch(() => {});
    const [ours, added] = [nicenesses(), [...nicenesses()].filter(([thread]) => !before.has(thread))];
    expect(ours.get(process.pid)).toBe(before.get(process.pid));
    expect(added.map(([, niceness]) => niceness)).toContain((before.get(process.pid) ?? 0) + 5);
  },
);
