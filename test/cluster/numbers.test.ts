import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Phone } from "#simulator/phones/phone.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { untilCurrent } from "./checker.ts";
import { type ClusterWorld, link, startClusterWorld } from "./cluster-world.ts";
import { COMPANY, rowsOf } from "./compare-files.ts";
import { ownerOf } from "./pair.ts";

/** Linked numbers; the first one is that of the world. */
const NUMBERS = process.env["FAULT_KILLS"] === undefined ? 6 : 30;
const LINKED_AT_ONCE = 5;
const LIMIT_MS = 120_000 + NUMBERS * 5000;
/** A session logs in within some seconds; 20 begin each second. */
const BACK_MS = 60_000;

const program = natsProgram();
const isPossible = program !== null && proxyProgram("haproxy") !== null;
if (!isPossible) noteSkipped("a takeover of linked numbers needs a NATS server and HAProxy");
const shown = test.skipIf(!isPossible);

describe("a takeover of linked numbers", () => {
  let world: ClusterWorld;
  let shops: Phone[] = [];
  let customer: Phone;

  beforeAll(async () => {
    if (program === null || !isPossible) return;
    world = await startClusterWorld(program);
    customer = world.network.addPerson({ number: "5511980001000", name: "Cliente" });
    const more = Array.from({ length: NUMBERS - 1 }, (_, n) =>
      world.network.addPhone({ number: `55114000${20_000 + n}`, name: `Loja ${n}` }),
    );
    for (let from = 0; from < more.length; from += LINKED_AT_ONCE)
      await Promise.all(more.slice(from, from + LINKED_AT_ONCE).map((phone) => link(world.call, phone)));
    shops = [world.shop, ...more];
  }, LIMIT_MS);
  afterAll(() => world?.close(), 60_000);

  shown(
    `${NUMBERS} numbers are connected again after a kill, and messages of that second arrive once`,
    async () => {
      await untilCurrent(world);
      const owner = await ownerOf(world.nodes);
      owner.signal("SIGKILL");
      const sent = await Promise.all(shops.map((shop, n) => customer.send.text(shop, `durante ${n}`)));
      const killedAt = performance.now();
      const next = await ownerOf(world.nodes, owner);
      await eventually(
        async () => {
          const all = await world.call<{ status: string }[]>("GET", "/whatsapp").catch(() => []);
          return all.length === NUMBERS && all.every(({ status }) => status === "CONNECTED")
            ? true
            : undefined;
        },
        "all numbers connected",
        BACK_MS,
      );
      console.log(
        `${NUMBERS} numbers connected ${Math.round(performance.now() - killedAt)} ms after the kill`,
      );
      const received = () =>
        rowsOf<{ id: string }>(
          next.directory,
          COMPANY,
          "SELECT provider_id AS id FROM message WHERE from_me = 0",
        );
      await eventually(
        async () => (received().length >= NUMBERS ? true : undefined),
        "every message stored",
        BACK_MS,
      );
      expect(
        received()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(sent.map(({ id }) => id).toSorted());
      expect(world.network.problems).toEqual([]);
    },
    LIMIT_MS,
  );
});
