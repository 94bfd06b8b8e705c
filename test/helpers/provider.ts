import { onTestFinished } from "bun:test";
import type {
  AccountLimits,
  InboundEvent,
  NumberCheck,
  OutgoingMessage,
  PhoneBookEntry,
  Provider,
  ProviderEvents,
  ReceivedFile,
  SendResult,
  SessionEvent,
  SessionKey,
  StartOptions,
} from "#channels/connections/provider.ts";
import { syncsUnderWay } from "#platform/db/durability/deferred-sync.ts";

type Answers = {
  send: (message: OutgoingMessage) => SendResult | Promise<SendResult>;
  markRead: () => boolean;
  probe: () => boolean;
  checkNumber: (number: string) => NumberCheck | null;
  limits: () => AccountLimits | null;
  isEstablished: (addresses: readonly string[]) => boolean;
  downloadMedia: (handle: string) => ReceivedFile | null;
  profilePicture: (address: string) => string | null;
  phoneBook: () => readonly PhoneBookEntry[] | null;
};

/** A driver that records its calls and emits the events a test chooses. */
export interface ScriptedProvider extends Provider {
  /** Every call, as `verb:connectionId`. */
  readonly calls: string[];
  readonly sent: OutgoingMessage[];
  readonly started: StartOptions[];
  readonly accepted: number[];
  readonly read: { readonly chat: string; readonly ids: readonly string[] }[];
  readonly typed: boolean[];
  /** Directories with credentials of a finished link. */
  readonly credentials: Set<string>;
  /** Sets the network's further answers. */
  readonly answers: Answers;
  /** Sets the receiver of the driver's events. */
  attach(events: ProviderEvents): void;
  say(key: SessionKey, event: SessionEvent): void;
  /** Opens the session: stores credentials and emits `open`. */
  open(key: SessionKey): void;
  deliver(key: SessionKey, ...events: InboundEvent[]): void;
}

/**
 * A provider without a network, for tests of the outbox and the session lifecycle; end-to-end tests use the real
 * engine.
 */
export function scriptedProvider(): ScriptedProvider {
  let events: ProviderEvents | undefined;
  let batches = 0;
  let ids = 0;
  const seeded = new Map<string, string>();
  const calls: string[] = [];
  const directories = new Map<number, string>();
  const hear = (): ProviderEvents => {
    if (!events) throw new Error("no session is connected to the provider");
    return events;
  };
  const note = (verb: string, key: SessionKey) => void calls.push(`${verb}:${key.connectionId}`);
  const provider: ScriptedProvider = {
    calls,
    sent: [],
    started: [],
    accepted: [],
    read: [],
    typed: [],
    credentials: new Set(),
    answers: {
      send: () => ({ state: "written" }),
      markRead: () => true,
      probe: () => true,
      checkNumber: () => null,
      limits: () => null,
      isEstablished: () => false,
      downloadMedia: () => null,
      profilePicture: () => null,
      phoneBook: () => [],
    },
    attach: (to) => {
      events = to;
    },
    say: (key, event) => hear().session(key, event),
    open(key) {
      provider.credentials.add(directories.get(key.connectionId) ?? "");
      hear().session(key, {
        type: "open",
        identities: [{ kind: "pn", value: "5511900000001", address: "5511900000001@s.whatsapp.net" }],
        name: "Balcão",
      });
    },
    deliver(key, ...list) {
      batches += 1;
      hear().inbound(key, { id: batches, events: list, behind: 0 });
    },
    async start(key, options) {
      note("start", key);
      directories.set(key.connectionId, options.directory);
      provider.started.push(options);
    },
    async stop(key) {
      note("stop", key);
    },
    async logout(key) {
      note("logout", key);
      provider.credentials.delete(directories.get(key.connectionId) ?? "");
    },
    async wipe(directory) {
      calls.push(`wipe:${directory.split("/").at(-1)}`);
      provider.credentials.delete(directory);
    },
    hasCredentials: async (directory) => provider.credentials.has(directory),
    accept: (_key, batchId) => void provider.accepted.push(batchId),
    newMessageId(_key, seed) {
      const known = seed === undefined ? undefined : seeded.get(seed);
      if (known !== undefined) return known;
      ids += 1;
      const id = `3EB0${String(ids).padStart(18, "0")}`;
      if (seed !== undefined) seeded.set(seed, id);
      return id;
    },
    async send(_key, message) {
      provider.sent.push(message);
      return provider.answers.send(message);
    },
    async markRead(_key, chat, messages) {
      provider.read.push({ chat, ids: messages.map(({ providerId }) => providerId) });
      return provider.answers.markRead();
    },
    async typing(_key, _chat, active) {
      provider.typed.push(active);
    },
    checkNumber: async (_key, number) => provider.answers.checkNumber(number),
    limits: async () => provider.answers.limits(),
    isEstablished: async (_key, addresses) => provider.answers.isEstablished(addresses),
    phoneBook: async () => provider.answers.phoneBook(),
    profilePicture: async (_key, address) => provider.answers.profilePicture(address),
    downloadMedia: async (_key, handle) => provider.answers.downloadMedia(handle),
    async probe(key) {
      note("probe", key);
      return provider.answers.probe();
    },
    setRejectCalls: (key, reject) => note(reject ? "reject" : "allow", key),
    async close() {
      calls.push("close");
    },
  };
  return provider;
}

/** Waits for pending promises and disk writes, without advancing the clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  const syncs = syncsUnderWay();
  if (syncs.length === 0) return;
  await Promise.allSettled(syncs);
  await settle();
}

/**
 * Waits, without occupying the processor, until the result of another thread (a file, a picture, a recording) is
 * there; as long as the test may take.
 */
export async function becomesTrue(holds: () => boolean): Promise<void> {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  while (!holds()) {
    if (isOver) throw new Error(`never became true: ${holds}`);
    await Bun.sleep(1);
  }
}
