import type { Companion } from "#simulator/devices/companion.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { QueryRefused } from "#simulator/queries/query.ts";
import { allChildren, type BinaryNode } from "#simulator/transport/node.ts";
import type { Wire, WireGate } from "#simulator/transport/wire.ts";
import { type FaultRule, type LoginFailure, type MediaFault, matches, type OnDemandFault } from "./rules.ts";

/** Injected faults. Rules are checked in the order in which they were added. */
export class Faults implements WireGate {
  readonly #rules: FaultRule[] = [];
  readonly #after: (ms: number, fn: () => void) => void;
  readonly #ownerOf: (wire: Wire) => Companion | undefined;

  constructor(after: (ms: number, fn: () => void) => void, ownerOf: (wire: Wire) => Companion | undefined) {
    this.#after = after;
    this.#ownerOf = ownerOf;
  }

  /** Adds a rule; the returned function removes it. */
  add(rule: FaultRule): () => void {
    this.#rules.push(rule);
    return () => {
      const index = this.#rules.indexOf(rule);
      if (index >= 0) this.#rules.splice(index, 1);
    };
  }

  clear(): void {
    this.#rules.length = 0;
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  incoming(wire: Wire, stanza: BinaryNode, pass: () => void): void {
    this.#let("incoming", wire, stanza, pass);
  }

  outgoing(wire: Wire, stanza: BinaryNode, pass: (stanza: BinaryNode) => void): void {
    const number = this.#ownerOf(wire)?.phone.number;
    const spoils = this.#take(
      (each) => each.kind === "spoil" && this.#concerns(each, number) && matches(each.match, stanza),
    );
    this.#let("outgoing", wire, stanza, () => pass(spoils ? spoiled(stanza) : stanza));
  }

  isSilent(wire: Wire): boolean {
    return this.#rules.some(
      (rule) => rule.kind === "silence" && this.#concerns(rule, this.#ownerOf(wire)?.phone.number),
    );
  }

  /** HTTP status to answer instead of a websocket upgrade, or null. */
  upgradeStatus(): number | null {
    const rule = this.#take((each) => each.kind === "http");
    return rule?.kind === "http" ? rule.status : null;
  }

  /** Error for the acknowledgement of a message, or null. */
  ackError(sender: Companion, stanza: BinaryNode): string | null {
    const rule = this.#take(
      (each) =>
        each.kind === "ackError" && this.#concerns(each, sender.phone.number) && matches(each.match, stanza),
    );
    return rule?.kind === "ackError" ? String(rule.code) : null;
  }

  queryError(asker: Companion, iq: BinaryNode): QueryRefused | null {
    const rule = this.#take(
      (each) =>
        each.kind === "iqError" && this.#concerns(each, asker.phone.number) && matches(each.match, iq),
    );
    return rule?.kind === "iqError" ? new QueryRefused(rule.code, rule.text ?? "simulated error") : null;
  }

  /** `<failure reason>` for a login of this account with its further attributes, or null. */
  loginFailure(number: string): Pick<LoginFailure, "reason" | "attrs"> | null {
    const rule = this.#take((each) => each.kind === "loginFailure" && this.#concerns(each, number));
    return rule?.kind === "loginFailure" ? rule : null;
  }

  /** The fault of the next file transfer, or null. */
  media(direction: "upload" | "download"): MediaFault | null {
    const rule = this.#take((each) => each.kind === "media" && each.direction === direction);
    return rule?.kind === "media" ? rule : null;
  }

  refusesVersion(version: readonly [number, number, number]): boolean {
    return this.#rules.some((rule) => rule.kind === "refuseVersion" && isBelow(version, rule.below));
  }

  /** True when the network loses a message before it reaches this linked device. */
  swallows(reader: Companion, author: Phone): boolean {
    return !!this.#take(
      (each) =>
        each.kind === "swallow" &&
        this.#concerns(each, reader.phone.number) &&
        (each.from === undefined || each.from === author.number),
    );
  }

  /** The fault of the phone's next answer to a request for older messages, or null. */
  onDemand(phone: Phone): OnDemandFault | null {
    const rule = this.#take((each) => each.kind === "onDemand" && this.#concerns(each, phone.number));
    return rule?.kind === "onDemand" ? rule : null;
  }

  failsToDecrypt(phone: Phone): boolean {
    return !!this.#take((each) => each.kind === "failDecrypt" && this.#concerns(each, phone.number));
  }

  #let(direction: "incoming" | "outgoing", wire: Wire, stanza: BinaryNode, pass: () => void): void {
    if (this.isSilent(wire)) return;
    const number = this.#ownerOf(wire)?.phone.number;
    const rule = this.#take(
      (each) =>
        (each.kind === "drop" || each.kind === "delay" || each.kind === "duplicate") &&
        each.direction === direction &&
        this.#concerns(each, number) &&
        matches(each.match, stanza),
    );
    if (rule?.kind === "delay") this.#after(rule.ms, pass);
    else if (rule?.kind !== "drop") pass();
    if (rule?.kind === "duplicate") pass();
  }

  #concerns(rule: FaultRule, number: string | undefined): boolean {
    return rule.number === undefined || rule.number === number;
  }

  /** Returns the first rule that applies, and counts its use when it has `times`. */
  #take(applies: (rule: FaultRule) => boolean): FaultRule | undefined {
    const rule = this.#rules.find(applies);
    if (rule?.times !== undefined) {
      rule.times -= 1;
      if (rule.times <= 0) this.#rules.splice(this.#rules.indexOf(rule), 1);
    }
    return rule;
  }
}

/** A copy of the stanza with the last byte of each ciphertext altered, so that its authentication fails. */
function spoiled(stanza: BinaryNode): BinaryNode {
  const content = allChildren(stanza).map((part) => {
    if (part.tag !== "enc" || !(part.content instanceof Uint8Array)) return part;
    const altered = Uint8Array.from(part.content);
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 0xff;
    return { ...part, content: altered };
  });
  return { ...stanza, content };
}

function isBelow(version: readonly number[], limit: readonly number[]): boolean {
  for (let part = 0; part < 3; part++) {
    const difference = (version[part] ?? 0) - (limit[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
