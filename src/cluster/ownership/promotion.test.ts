import { describe, expect, test } from "bun:test";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { type Faults, seeded } from "#cluster/log/testing/network.ts";
import { fakeClock } from "#platform/clock.ts";
import { decode, startTestNode, type TestNode } from "./testing/node.ts";

const PROMOTIONS = Number(process.env["PROMOTIONS"] ?? 1000);
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Two nodes that compete for one cell: each promotion is followed by writes, cuts of the network to the leases, and kills. */
async function runPromotions(promotions: number, seed: number) {
  const clock = fakeClock(0);
  const servers = createMemoryServers(clock);
  const leases = createMemoryLeases(clock);
  const random = seeded(seed);
  const faults: Faults = { random, delayMs: 300, lostRequests: 0.05, lostAnswers: 0.1, staleReads: 0.2 };
  const acknowledged = new Map<string, number>();
  const problems: string[] = [];
  let incarnation = 0;
  let texts = 0;
  let promoted = 0;
  let checked = 0;
  const seen = new Set<TestNode>();
  const start = (name: string, disk: TestNode["applied"] = []) => {
    incarnation += 1;
    return startTestNode(name, incarnation, {
      clock,
      servers,
      leases,
      faults,
      leaseMs: 3000,
      disk,
      onAcknowledged: (text) => acknowledged.set(text, clock.now()),
    });
  };
  const nodes = [start("a"), start("b")];

  function check(node: TestNode): void {
    if (node.promotedAt === null || seen.has(node)) return;
    seen.add(node);
    promoted += 1;
    // Everything that was acknowledged since the last promotion is in the copy of the new owner.
    const since = node.applied.slice(Math.max(0, checked - 100), node.promotedAt);
    checked = node.promotedAt;
    const copy = new Set(since.map((message) => decode(message).text));
    for (const text of acknowledged.keys()) if (!copy.has(text)) problems.push(`${node.name} lacks ${text}`);
    acknowledged.clear();
  }

  for (let step = 0; promoted < promotions && step < promotions * 1000; step += 1) {
    clock.advance(50);
    await settle();
    for (const [index, node] of nodes.entries()) {
      check(node);
      if (node.promotedAt !== null && random() < 0.3) {
        texts += 1;
        void node.write(`t${texts}`);
      }
      const isTaken = node.promotedAt !== null && random() < 0.05;
      if (isTaken && random() < 0.5) node.leaseWay.isCut = true;
      else if (isTaken) node.kill();
      if (node.stopped) {
        node.kill();
        nodes[index] = start(node.name, node.applied);
      }
    }
    if (nodes.filter(({ run }) => run.isOpen).length > 1) problems.push(`two open nodes at ${clock.now()}`);
  }
  for (const node of nodes) node.kill();
  return { promoted, problems, messages: servers.messages };
}

describe("promotion of two nodes", () => {
  test(`two nodes that promote themselves ${PROMOTIONS} times lose nothing that was acknowledged`, async () => {
    const { promoted, problems, messages } = await runPromotions(PROMOTIONS, 7);
    expect(problems).toEqual([]);
    expect(promoted).toBe(PROMOTIONS);
    // An owner's messages are never mixed with those of another one.
    const epochs = messages.map((message) => decode(message).epoch);
    expect(epochs).toEqual(epochs.toSorted((a, b) => a - b));
    const writers = new Map<number, Set<string>>();
    for (const message of messages) {
      const { epoch, node } = decode(message);
      writers.set(epoch, (writers.get(epoch) ?? new Set()).add(node));
    }
    expect([...writers.values()].filter((names) => names.size > 1)).toEqual([]);
  }, 120_000);
});
