import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  InboundBatch,
  InboundEvent,
  OutgoingContent,
  OutgoingMessage,
  SendResult,
  SessionEvent,
  SessionKey,
  StartOptions,
} from "#channels/connections/provider.ts";
import {
  createWhatsappProvider,
  type Timings,
  type WhatsappProvider,
} from "#channels/connections/whatsapp/index.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { caCertificate } from "#simulator/media/certificates.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** Longer than anything takes on a loaded machine, and shorter than the limit of a test, ms. */
const WAIT_MS = 25_000;

export interface TestEngineOptions {
  readonly directory?: string;
  readonly timings?: Partial<Timings>;
  readonly sealingKey?: Uint8Array;
  readonly rootKey?: string;
  readonly url?: string;
  /** False: batches stay unaccepted until the test accepts them. */
  readonly accepts?: boolean;
  /** Where commits of the session must be before frames leave. */
  readonly durability?: Durability;
}

type Message = Extract<InboundEvent, { kind: "message" }>;

/** The real engine against a simulated network; its events are recorded for tests that wait. */
export class TestEngine {
  readonly provider: WhatsappProvider;
  readonly key: SessionKey = { companyId: 1, connectionId: 1 };
  readonly directory: string;
  readonly session: SessionEvent[] = [];
  readonly batches: InboundBatch[] = [];
  readonly inbound: InboundEvent[] = [];
  readonly logs: { level: string; message: string; fields: Readonly<Record<string, unknown>> }[] = [];
  accepts: boolean;
  readonly #waiting = new Set<() => void>();

  constructor(network: Network, options: TestEngineOptions = {}) {
    this.directory = options.directory ?? mkdtempSync(join(tmpdir(), "engine-"));
    this.accepts = options.accepts ?? true;
    this.provider = createWhatsappProvider({
      url: options.url ?? network.url,
      rootKey: options.rootKey ?? network.rootKey,
      mediaAuthority: caCertificate,
      sealingKey: options.sealingKey ?? new Uint8Array(32).fill(7),
      workers: 1,
      log: (level, message, fields) => this.logs.push({ level, message, fields }),
      events: {
        session: (_key, event) => {
          this.session.push(event);
          this.#wake();
        },
        inbound: (key, batch) => {
          this.batches.push(batch);
          this.inbound.push(...batch.events);
          if (this.accepts) this.provider.accept(key, batch.id);
          this.#wake();
        },
      },
      ...(options.timings ? { timings: options.timings } : {}),
      ...(options.durability && { shipping: { durability: options.durability, directory: this.directory } }),
    });
  }

  start(options: Partial<StartOptions> = {}): Promise<void> {
    const { directory } = this;
    const mediaDirectory = join(directory, "media");
    const usual = { directory, mediaDirectory, rejectCalls: false, allowPrivateProxy: true };
    return this.provider.start(this.key, { ...usual, ...options });
  }

  /** Links this engine to a phone by QR code and waits until it is open. */
  async link(phone: Phone, options: Partial<StartOptions> = {}): Promise<void> {
    await this.start(options);
    const { qr } = await this.event("qr");
    await phone.scan(qr);
    await this.event("open");
  }

  /** Waits until `check` returns a value; checked now and after every event of the engine. */
  until<T>(check: () => T | undefined | false, what = "what was expected", ms = WAIT_MS): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => {
      this.#waiting.delete(look);
      const heard = JSON.stringify({ session: this.session.slice(-5), inbound: this.inbound.slice(-3) });
      reject(new Error(`no ${what} withTimeout ${ms} ms; last heard: ${heard}`));
    }, ms);
    const look = () => {
      const value = check();
      if (value === undefined || value === false) return;
      clearTimeout(timer);
      this.#waiting.delete(look);
      resolve(value);
    };
    this.#waiting.add(look);
    look();
    return promise;
  }

  /** Waits for the newest session event of a type. */
  event<T extends SessionEvent["type"]>(type: T, ms?: number): Promise<Extract<SessionEvent, { type: T }>> {
    const is = (event: SessionEvent): event is Extract<SessionEvent, { type: T }> => event.type === type;
    return this.until(() => this.session.findLast(is), `${type} event`, ms);
  }

  /** Deletes the recorded session events, so that a test can wait for the next ones. */
  forget(): void {
    this.session.length = 0;
  }

  received<K extends InboundEvent["kind"]>(
    kind: K,
    match: (event: Extract<InboundEvent, { kind: K }>) => boolean = () => true,
    ms?: number,
  ): Promise<Extract<InboundEvent, { kind: K }>> {
    type Wanted = Extract<InboundEvent, { kind: K }>;
    const is = (event: InboundEvent): event is Wanted => event.kind === kind && match(event as Wanted);
    return this.until(() => this.inbound.find(is), `${kind} event`, ms);
  }

  /** Waits for the message event with this text. */
  text(text: string, ms?: number): Promise<Message> {
    return this.received("message", ({ content }) => content.type === "text" && content.text === text, ms);
  }

  /** Sends a message under a new id, or under the given id. */
  async send(
    to: string,
    content: OutgoingContent | string,
    more: Partial<OutgoingMessage> = {},
  ): Promise<{ readonly id: string; readonly result: SendResult }> {
    const said = typeof content === "string" ? { type: "text" as const, text: content } : content;
    const id = more.providerId ?? this.provider.newMessageId(this.key);
    const message = { to, content: said, quoted: null, ...more, providerId: id };
    return { id, result: await this.provider.send(this.key, message) };
  }

  /** Stops everything and removes the directory. */
  async dispose(): Promise<void> {
    await this.provider.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
