import { afterAll, expect, test } from "bun:test";
import { installFastSignatures } from "#channels/connections/whatsapp/crypto/curve.ts";
import { keepSessionRecords } from "#channels/connections/whatsapp/crypto/session-records.ts";
import { separateSignalQueues } from "#channels/connections/whatsapp/crypto/signal-queues.ts";
import { interpret } from "#channels/connections/whatsapp/inbound/interpret.ts";
import { SocketEnded } from "#channels/connections/whatsapp/store/fence.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import {
  type LinkedStore,
  linkStore,
  openTestSocket,
} from "#channels/connections/whatsapp/testing/socket.ts";
import { startNetwork } from "#simulator/network.ts";
import type { EngineSocket } from "./socket.ts";

/** Steps at which the socket is cut: 16 in the ordinary run, each one with `LONG=1`, every n-th with `CUT_EVERY=n`. */
const EVERY = process.env["LONG"] ? 1 : Number(process.env["CUT_EVERY"] ?? 0);
const CUTS = 16;
const WAIT_MS = EVERY ? 120_000 : 20_000;

installFastSignatures();
keepSessionRecords();
separateSignalQueues();
// libsignal prints the keys of sessions that it closes.
console.info = console.warn = () => {};

const network = await startNetwork();
afterAll(() => network.stop());

/** Counts the steps of a socket; at step `at` it ends, and nothing that it does later reaches the store. */
class Steps {
  count = 0;
  isCut = false;
  readonly #at: number;
  #socket: EngineSocket | null = null;

  constructor(at: number) {
    this.#at = at;
  }

  /** From now on, steps are counted. */
  arm(socket: EngineSocket): void {
    this.#socket = socket;
  }

  step(): void {
    if (!this.#socket || this.isCut || ++this.count !== this.#at) return;
    this.isCut = true;
    this.#socket.end({ reason: "network", detail: "cut" });
  }
}

/** A copy of a part of the store: a step before and after each call, which throws once the socket is cut. */
function stepped<T extends object>(part: T, steps: Steps): T {
  const copies = Object.entries(part).map(([name, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return [name, stepped(value, steps)];
    if (typeof value !== "function") return [name, value];
    const call = (...args: unknown[]): unknown => {
      steps.step();
      if (steps.isCut) throw new SocketEnded();
      const result: unknown = value.apply(part, args);
      steps.step();
      return result;
    };
    return [name, call];
  });
  return Object.fromEntries(copies) as T;
}

/** Steps before and after each query for a privacy id, and before and after each frame: receipts, requests, acks. */
function stepQueriesAndFrames({ sock }: EngineSocket, steps: Steps): void {
  const { lidMapping } = sock.signalRepository;
  const query = lidMapping.getLIDForPN.bind(lidMapping);
  lidMapping.getLIDForPN = async (number) => {
    steps.step();
    const found = await query(number);
    steps.step();
    return found;
  };
  const { socket: raw } = sock.ws as unknown as { socket: { send(data: unknown, done: unknown): void } };
  const send = raw.send.bind(raw);
  raw.send = (data, done) => {
    steps.step();
    send(data, done);
    steps.step();
  };
}

/** The texts in the journal in the order of their first arrival, each with the keys of its messages. */
function textsOf(store: SessionStore): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const row of store.journal.after(0, 1000)) {
    if (row.kind !== "message") continue;
    const interpretation = interpret(row, store);
    for (const event of interpretation.kind === "events" ? interpretation.events : []) {
      if (event.kind !== "message" || event.content.type !== "text") continue;
      const { text } = event.content;
      found.set(text, (found.get(text) ?? new Set()).add(`${event.chatKey} ${event.eventKey}`));
    }
  }
  return found;
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const began = performance.now();
  while (!holds()) {
    if (performance.now() - began > WAIT_MS) throw new Error(`${what}: not within ${WAIT_MS} ms`);
    await Bun.sleep(10);
  }
}

const shop = network.addPhone({ number: "5511988880001", name: "Padaria Aurora" });
const ana = network.addPhone({ number: "5511988880002", name: "Ana" });
const bia = network.addPhone({ number: "5511988880003", name: "Bia" });
const caio = network.addPerson({ number: "5511988880004", name: "Caio", addressing: "lid" });
const dora = network.addPhone({ number: "5511988880005", name: "Dora", lid: null });
const group = network.addGroup("Fornecedores", [shop, ana, caio]);

/** Messages of every kind of path: number, privacy id, group, unreadable at first, author without a privacy id. */
async function write(round: number): Promise<{ all: readonly string[]; ordered: readonly string[] }> {
  const match = { tag: "message", attrs: { from: `${bia.number}@s.whatsapp.net` } };
  network.faults.clear();
  network.faults.add({ kind: "spoil", match, times: 1 });
  const ordered = [0, 1, 2].map((n) => `${round} ana ${n}`);
  const others = ["bia 0", "bia 1", "caio", "dora", "grupo"].map((name) => `${round} ${name}`);
  const [bia0 = "", bia1 = "", byCaio = "", byDora = "", inGroup = ""] = others;
  await Promise.all([
    ...ordered.map((text) => ana.send.text(shop, text)),
    bia.send.text(shop, bia0),
    bia.send.text(shop, bia1),
    caio.send.text(shop, byCaio),
    dora.send.text(shop, byDora),
    ana.send.text(group, inGroup),
  ]);
  return { all: [...ordered, ...others], ordered };
}

/** Opens a socket; one that the machine is too slow for is opened again, as the product does. */
async function openUntilOpen(store: SessionStore): Promise<EngineSocket> {
  for (;;) {
    const socket = await openTestSocket(network, store);
    const isOpen = socket.opened.then(() => true);
    if (await Promise.race([isOpen, socket.closed.then(() => false)])) return socket;
  }
}

/** One round: a socket that is cut at a step, and the next one. Returns the number of steps when no cut took place. */
async function cutAt(made: LinkedStore, round: number, at: number): Promise<number | null> {
  const { store, device } = made;
  const steps = new Steps(at);
  const first = await openUntilOpen(stepped(store, steps));
  let isClosed = false;
  const closed = first.closed.then(() => (isClosed = true));
  await Promise.race([closed, device.queue.whenEmpty()]);
  if (!isClosed) stepQueriesAndFrames(first, steps);
  steps.arm(first);
  const { all, ordered } = await write(round);
  const isComplete = () => all.every((text) => textsOf(store).has(text));
  await until(
    `cut at step ${at}`,
    () => steps.isCut || isClosed || (isComplete() && device.queue.size === 0),
  );
  const isCut = steps.isCut;
  first.end({ reason: "stopped", detail: "end of the round" });
  await first.closed;
  const next = await openUntilOpen(store);
  const last = `${round} depois`;
  await ana.send.text(shop, last);
  await until(`after a cut at step ${at}`, () => isComplete() && textsOf(store).has(last));
  await device.queue.whenEmpty();
  const found = textsOf(store);
  expect([...found.keys()].toSorted()).toEqual([...all, last].toSorted());
  expect([...found.values()].map((keys) => keys.size)).toEqual(Array(found.size).fill(1));
  expect([...found.keys()].filter((text) => [...ordered, last].includes(text))).toEqual([...ordered, last]);
  next.end({ reason: "stopped", detail: "end of the round" });
  await next.closed;
  store.journal.forget(store.journal.after(0, 1000).map(({ seq }) => seq));
  return isCut ? null : steps.count;
}

test(
  "a socket that ends at any step of the inbound path loses, doubles and reorders nothing, and the next one receives",
  async () => {
    const made = await linkStore(network, shop);
    made.store.journal.forget(made.store.journal.after(0, 1000).map(({ seq }) => seq));
    const total = (await cutAt(made, 0, Number.POSITIVE_INFINITY)) ?? 0;
    expect(total).toBeGreaterThan(100);
    const every = EVERY || Math.ceil(total / CUTS);
    let [cuts, round] = [0, 0];
    // The paths run side by side, so the number of steps differs a little from round to round.
    for (let at = EVERY || Math.ceil(Math.random() * every); at < total * 1.2; at += every) {
      if ((await cutAt(made, ++round, at)) === null) cuts++;
    }
    expect(cuts).toBeGreaterThanOrEqual(Math.floor((total / every) * 0.7));
    made.dispose();
  },
  EVERY ? 3_600_000 : 120_000,
);
