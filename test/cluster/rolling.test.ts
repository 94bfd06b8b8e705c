import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Phone } from "#simulator/phones/phone.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { calm, checkBook, checkFiles, untilCurrent } from "./checker.ts";
import { type ClusterWorld, startClusterWorld } from "./cluster-world.ts";
import { COMPANY, rowsOf } from "./compare-files.ts";
import { otherNode } from "./fault.ts";
import { startLoad } from "./load.ts";
import type { NodeProcess } from "./node-process.ts";
import { ADDED_ROWS, newerProgram, tableOf } from "./other-programs.ts";
import { ownerOf } from "./pair.ts";

const program = natsProgram();
const isPossible = program !== null && proxyProgram("haproxy") !== null;
if (!isPossible) noteSkipped("a rolling upgrade needs a NATS server and HAProxy");
const shown = test.skipIf(!isPossible);
const LIMIT_MS = 240_000;
/** A planned takeover takes less than 2 s; the machine of the tests is busy, and this one migrates files. */
const LONGEST_PAUSE_MS = 10_000;

describe("a rolling upgrade while messages arrive and leave", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-rolling-"));
  const tickets = new Map<string, number>();
  let world: ClusterWorld;
  let customers: Phone[] = [];

  beforeAll(async () => {
    if (program === null || !isPossible) return;
    world = await startClusterWorld(program);
    customers = Array.from({ length: 3 }, (_, n) =>
      world.network.addPerson({ number: `551198000${1000 + n}`, name: `Cliente ${n}` }),
    );
    for (const customer of customers) await customer.send.text(world.shop, "bom dia");
    await eventually(async () => {
      const rows = rowsOf<{ id: number; number: string }>(
        (await ownerOf(world.nodes)).directory,
        COMPANY,
        "SELECT t.id, c.number FROM ticket t JOIN contact c ON c.id = t.contact_id",
      );
      for (const { id, number } of rows) tickets.set(number, id);
      return rows.length === customers.length ? true : undefined;
    }, "a ticket of each customer");
    for (const id of tickets.values()) await world.call("PUT", `/tickets/${id}`, { status: "open" });
  }, LIMIT_MS);
  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  async function upgrade(node: NodeProcess, version: readonly string[]): Promise<void> {
    await node.stop();
    node.version = version;
    node.start();
    await untilCurrent(world);
  }

  shown(
    "both nodes get a program with a newer schema, one after the other: nothing is lost or doubled, and writes pause shortly",
    async () => {
      const load = startLoad(world, customers, tickets);
      await untilCurrent(world);
      const version = newerProgram(folder, 1);
      const before = await ownerOf(world.nodes);
      const upgraded = otherNode(world, before);
      await upgrade(upgraded, version);
      await load.turnTo("burst in");
      expect(await before.command("cluster", "promote", upgraded.name)).toContain("takes over");
      expect(await ownerOf(world.nodes, before)).toBe(upgraded);
      await load.turnTo("light");
      // The program before the upgrade cannot open the new schema: it follows, and is not current.
      const status = await eventually(async () => {
        const { out } = await upgraded.attempt("cluster", "status");
        return out.includes("upgrade it") ? out : undefined;
      }, "a standby that must be upgraded");
      expect(status).toContain(`owner ${upgraded.name}`);
      expect((await upgraded.attempt("cluster", "promote", before.name)).error).toContain("upgrade it");
      await upgrade(before, version);
      expect(await ownerOf(world.nodes)).toBe(upgraded);
      await Bun.sleep(1000);
      await load.stop();

      const times = load.book.acknowledgedAt;
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
      expect(Math.max(...pauses)).toBeLessThan(LONGEST_PAUSE_MS);
      expect(load.book.inbound.size).toBeGreaterThan(50);
      expect(load.book.outbound.length).toBeGreaterThan(10);
      await calm(world, load.book);
      await checkBook(world, load.book, customers);
      await checkFiles(world);
      const counts = world.nodes.map(({ directory }) =>
        rowsOf<{ n: number }>(directory, COMPANY, `SELECT count(*) AS n FROM ${tableOf(1)}`).at(0),
      );
      expect(counts).toEqual([{ n: ADDED_ROWS }, { n: ADDED_ROWS }]);
      expect(world.network.problems).toEqual([]);
      console.log(
        `${load.book.inbound.size} messages in, ${load.book.outbound.length} out, ${load.book.acknowledged.length} writes; longest pause ${Math.round(Math.max(...pauses))} ms`,
      );
    },
    LIMIT_MS,
  );
});
