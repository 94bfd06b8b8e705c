import { afterAll, beforeAll, expect, test } from "bun:test";
import { capMemory } from "#bench/harness/memory-cap.ts";
import { Talker } from "#bench/harness/talker.ts";
import { callAsMeta } from "#test/faults/genuine-call.ts";
import { program, ServerProcess } from "#test/helpers/server-process.ts";

// Short form of `bench/flood.ts`, which attacks with 200 bodies and 1,000 sockets. The kernel kills the server when it needs
// more than 512 MB, where it can limit one process (root, control groups); elsewhere only the growth is compared.
const MB = 1024 * 1024;
const cap = capMemory(512 * MB);
const BODIES = { kind: "bodies", connections: 60, bytes: Math.round(2.9 * MB), lastsMs: 3000 };
const SOCKETS = 200;
/** Sockets of one person (docs/rules/limits.md#live-sockets). */
const OF_ONE_PERSON = 30;
/**
 * Maximum growth, bytes: bodies may use 32 MB, unsent events 64 MB; as much again for memory that is not collected
 * yet.
 */
const MAX_GROWTH = 200 * MB;

const SECRET = "a secret of the test";

const server = new ServerProcess({
  env: { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" },
  command: [...cap.command, ...program("serve")],
});
let attacker: Talker;
let company: string;
let neighbour: string;
beforeAll(async () => {
  await server.start();
  neighbour = await server.signIn();
  await server.call("PUT", "/settings/metaAppSecret", { value: SECRET });
  const { id: planId } = await server.call<{ id: number }>("POST", "/plans", {
    name: "Ouro",
    users: 10,
    connections: 10,
    queues: 10,
    value: 1,
    amount: 1,
  });
  const { id } = await server.call<{ id: number }>("POST", "/companies", {
    name: "Barulho",
    email: "barulho@example.com",
    phone: "5511999990000",
    planId,
    dueDate: "2040-01-01",
    recurrence: "MENSAL",
    status: true,
    password: "correct horse",
  });
  company = (await server.call<{ token: string }>("POST", `/companies/${id}/support`, {})).token;
  attacker = new Talker(["test/faults/flood-client.ts", server.url]);
}, 20_000);
afterAll(async () => {
  await attacker.stop();
  await server.remove();
  cap.remove();
}, 20_000);

/**
 * Sends requests of the neighbour, calls of Meta and events of the attacking company during the attack; returns how
 * many requests were rejected, and the responses to Meta.
 */
async function served(lastsMs: number): Promise<{ asked: number; refused: number; meta: Set<number> }> {
  const until = Date.now() + lastsMs;
  let [asked, refused] = [0, 0];
  const meta = new Set<number>();
  while (Date.now() < until) {
    meta.add(await callAsMeta(server.url, SECRET));
    asked += 1;
    await server.call("GET", "/tickets", undefined, neighbour).catch(() => {
      refused += 1;
    });
    await server.call(
      "POST",
      "/tags",
      { name: `Etiqueta ${crypto.randomUUID()}`, color: "#0b72c4" },
      company,
    );
    await Bun.sleep(60);
  }
  return { asked, refused, meta };
}

test("a flood of slow bodies and unread sockets leaves the server alive, other companies and webhooks of Meta served, and memory bounded", async () => {
  await served(300);
  const before = await server.memory();
  const opened = JSON.parse(
    await attacker.ask(JSON.stringify({ kind: "sockets", count: SOCKETS, tokens: [company] })),
  );
  expect(opened).toEqual({ kind: "sockets", open: OF_ONE_PERSON, refused: SOCKETS - OF_ONE_PERSON });
  const [counts, { asked, refused, meta }] = await Promise.all([
    attacker.ask(JSON.stringify(BODIES)).then((line) => JSON.parse(line) as Record<string, number>),
    served(BODIES.lastsMs),
  ]);
  const grown = (await server.memory()) - before;
  expect(server.running).toBe(true);
  expect(asked).toBeGreaterThan(5);
  expect(refused).toBe(0);
  expect([...meta]).toEqual([200]);
  // The budget of callers without a session is full: each further piece of a body is refused with 503.
  expect(counts["503"]).toBeGreaterThan(0);
  expect(grown).toBeLessThan(MAX_GROWTH);
}, 20_000);
