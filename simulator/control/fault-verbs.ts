import * as v from "valibot";
import type { FaultRule } from "#simulator/faults/rules.ts";
import { type Burst, prepareBurst } from "#simulator/messaging/burst.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { number, ofNumber, phoneOf, verb } from "./verb.ts";

const scope = { number: v.optional(number), times: v.optional(v.number()) };
const match = v.object({
  tag: v.optional(v.string()),
  attrs: v.optional(v.record(v.string(), v.string())),
  child: v.optional(v.string()),
});
const direction = v.picklist(["incoming", "outgoing"]);

const rule = v.variant("kind", [
  v.object({ kind: v.picklist(["drop", "duplicate"]), direction, match, ...scope }),
  v.object({ kind: v.literal("delay"), direction, match, ms: v.number(), ...scope }),
  v.object({ kind: v.literal("spoil"), match, ...scope }),
  v.object({ kind: v.literal("silence"), ...scope }),
  v.object({ kind: v.literal("http"), status: v.number(), ...scope }),
  v.object({ kind: v.literal("iqError"), match, code: v.number(), text: v.optional(v.string()), ...scope }),
  v.object({ kind: v.literal("ackError"), match, code: v.number(), ...scope }),
  v.object({
    kind: v.literal("loginFailure"),
    reason: v.number(),
    attrs: v.optional(v.record(v.string(), v.string())),
    ...scope,
  }),
  v.object({
    kind: v.literal("refuseVersion"),
    below: v.tuple([v.number(), v.number(), v.number()]),
    ...scope,
  }),
  v.object({
    kind: v.literal("media"),
    direction: v.picklist(["upload", "download"]),
    status: v.optional(v.number()),
    isCorrupt: v.optional(v.boolean()),
    ...scope,
  }),
  v.object({ kind: v.literal("failDecrypt"), ...scope }),
  v.object({ kind: v.literal("swallow"), from: v.optional(number), ...scope }),
  v.object({
    kind: v.literal("onDemand"),
    answer: v.optional(v.picklist(["never", "twice", "blob", "unreadable"])),
    unit: v.optional(v.picklist(["seconds", "milliseconds", "any"])),
    ms: v.optional(v.number()),
    ...scope,
  }),
]);

/** Commands that inject faults. */
export const faultVerbs = {
  fault: verb(rule, (network, input) => {
    network.faults.add(input as FaultRule);
    return { rules: network.faults.list().length };
  }),
  "clear-faults": verb(v.object({}), (network) => {
    network.faults.clear();
    return null;
  }),
  /** Cuts the connections of an account without a closing handshake. */
  cut: verb(ofNumber, (network, input) => {
    const companions = [...phoneOf(network, input.number).companions.values()];
    for (const { wire } of companions) wire?.terminate();
    return { cut: companions.length };
  }),
  restart: verb(ofNumber, (network, input) => {
    for (const companion of phoneOf(network, input.number).companions.values()) companion.restart();
    return null;
  }),
};

const prepared = new WeakMap<Network, Map<string, Burst>>();

function burstsOf(network: Network): Map<string, Burst> {
  const bursts = prepared.get(network) ?? new Map<string, Burst>();
  prepared.set(network, bursts);
  return bursts;
}

/** Creates `count` people with ascending numbers from `first`; existing people are reused. */
function people(network: Network, first: string, count: number): Phone[] {
  return Array.from({ length: count }, (_, index) => {
    const each = String(BigInt(first) + BigInt(index));
    return (
      network.directory.byNumber(each) ?? network.addPerson({ number: each, name: `Cliente ${index + 1}` })
    );
  });
}

/** Commands for bursts of messages, and the server's record of them. */
export const loadVerbs = {
  people: verb(v.object({ first: number, count: v.number() }), (network, { first, count }) =>
    people(network, first, count).map((person) => person.number),
  ),
  /** Encrypts a burst of messages; `burst-send` with the returned `burst` sends it. */
  "burst-prepare": verb(
    v.object({ to: number, first: number, people: v.number(), count: v.number() }),
    async (network, input) => {
      const authors = people(network, input.first, input.people);
      const burst = await prepareBurst(phoneOf(network, input.to), authors, input.count);
      const bursts = burstsOf(network);
      const name = `burst-${bursts.size + 1}`;
      bursts.set(name, burst);
      return { burst: name, ids: burst.ids };
    },
  ),
  "burst-send": verb(v.object({ burst: v.string() }), async (network, input) => {
    const burst = burstsOf(network).get(input.burst);
    if (!burst) throw new Error("no such burst");
    await burst.send();
    return { sent: burst.ids.length };
  }),
  ledger: verb(v.object({ number: v.optional(number) }), (network, input) => network.ledger.of(input.number)),
  /** Waits until every linked device of an account has acknowledged everything. */
  settled: verb(ofNumber, async (network, input) => {
    const companions = [...phoneOf(network, input.number).companions.values()];
    await Promise.all(companions.map(({ queue }) => queue.whenEmpty()));
    return { devices: companions.length };
  }),
  problems: verb(v.object({}), (network) => network.problems),
};
