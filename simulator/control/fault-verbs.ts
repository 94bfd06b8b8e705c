import * as v from "valibot";
import type { FaultRule } from "#simulator/faults/rules.ts";
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
  v.object({ kind: v.literal("loginFailure"), reason: v.number(), ...scope }),
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
