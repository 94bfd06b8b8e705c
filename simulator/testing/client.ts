import {
  type AuthenticationState,
  type BaileysEventMap,
  type ConnectionState,
  makeWASocket,
  type proto,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import pino from "pino";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { memoryAuth } from "./memory-auth.ts";

const WAIT_MS = 5_000;

/** The real, unmodified Baileys connected to a simulated network; its events are recorded for tests that wait. */
export class Client {
  readonly auth: AuthenticationState;
  readonly socket: WASocket;
  readonly events: [keyof BaileysEventMap, unknown][] = [];
  readonly #listeners = new Set<() => void>();

  constructor(
    network: Pick<Network, "url">,
    auth = memoryAuth(),
    config: Partial<UserFacingSocketConfig> = {},
  ) {
    this.auth = auth;
    this.socket = makeWASocket({
      auth,
      waWebSocketUrl: network.url,
      logger: pino({ level: "silent" }),
      ...config,
    });
    this.socket.ev.on("creds.update", (update) => Object.assign(auth.creds, update));
    this.socket.ev.process((batch) => {
      for (const [name, value] of Object.entries(batch)) {
        this.events.push([name as keyof BaileysEventMap, value]);
      }
      for (const listener of [...this.#listeners]) listener();
    });
  }

  /** Waits until `check` returns a value; checked now and after every batch of events. */
  until<T>(check: () => T | undefined, timeoutMs = WAIT_MS): Promise<T> {
    const already = check();
    if (already !== undefined) return Promise.resolve(already);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(listener);
        reject(new Error(`the client saw nothing expected within ${timeoutMs} ms`));
      }, timeoutMs);
      const listener = (): void => {
        const value = check();
        if (value === undefined) return;
        clearTimeout(timer);
        this.#listeners.delete(listener);
        resolve(value);
      };
      this.#listeners.add(listener);
    });
  }

  /** All payloads of one kind of event so far. */
  seen<E extends keyof BaileysEventMap>(name: E): BaileysEventMap[E][] {
    return this.events.filter(([each]) => each === name).map(([, value]) => value as BaileysEventMap[E]);
  }

  connection<T>(pick: (update: Partial<ConnectionState>) => T | undefined, timeoutMs?: number): Promise<T> {
    return this.until(() => {
      for (const update of this.seen("connection.update")) {
        const value = pick(update);
        if (value !== undefined) return value;
      }
      return undefined;
    }, timeoutMs);
  }

  qr(): Promise<string> {
    return this.connection(({ qr }) => qr);
  }

  async opened(): Promise<this> {
    await this.connection(({ connection }) => (connection === "open" ? true : undefined));
    return this;
  }

  /** Status code the connection ended with. */
  closed(timeoutMs?: number): Promise<number> {
    return this.connection(({ connection, lastDisconnect }) => {
      if (connection !== "close") return undefined;
      const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined;
      return error?.output?.statusCode ?? 0;
    }, timeoutMs);
  }

  get messages(): WAMessage[] {
    return this.seen("messages.upsert").flatMap(({ messages }) => messages);
  }

  received(match: (message: WAMessage) => boolean, timeoutMs?: number): Promise<WAMessage> {
    return this.until(() => this.messages.find(match), timeoutMs);
  }

  /** Highest status this client learned of one of its messages, from updates and own upserts alike. */
  statusOf(id: string): number {
    const updates = this.seen("messages.update").flat();
    const statuses = updates.filter(({ key }) => key.id === id).map(({ update }) => update.status ?? 0);
    const own = this.messages.filter(({ key }) => key.id === id).map(({ status }) => status ?? 0);
    return Math.max(0, ...statuses, ...own);
  }

  async end(): Promise<void> {
    await this.socket.end(undefined);
  }
}

/** Text of a received message in any of its formats. */
export function textIn(message: { message?: proto.IMessage | null | undefined }): string {
  return message.message?.conversation ?? message.message?.extendedTextMessage?.text ?? "";
}

/** Waits until a newly linked client has finished its first sync, so that nothing is redelivered later. */
async function settled(client: Client, companion: Companion): Promise<void> {
  await client.until(() => ((client.auth.creds.accountSyncCounter ?? 0) > 0 ? true : undefined));
  await companion.queue.whenEmpty();
}

/** Links a new client to a phone by QR code and logs it in. */
export async function linkedClient(
  network: Network,
  phone: Phone,
  config: Partial<UserFacingSocketConfig> = {},
): Promise<{ client: Client; companion: Companion }> {
  const first = new Client(network, memoryAuth(), config);
  const companion = await phone.scan(await first.qr());
  await first.closed();
  const client = await new Client(network, first.auth, config).opened();
  await settled(client, companion);
  return { client, companion };
}
