import type { Provider, ProviderEvents, SessionKey } from "#channels/connections/provider.ts";
import {
  forgetStored,
  hasCredentials,
  wipeCredentials,
} from "#channels/connections/whatsapp/session/stored-credentials.ts";
import { createPool, defaultPoolSize, type Pool } from "#channels/connections/whatsapp/threads/pool.ts";
import {
  DEFAULT_TIMINGS,
  type EngineConfig,
  type LogLevel,
  type Timings,
} from "#channels/connections/whatsapp/threads/protocol.ts";
import { newMessageId } from "#channels/connections/whatsapp/translate/message-id.ts";
import type { Durability } from "#platform/db/durability/durability.ts";

export type { Timings } from "#channels/connections/whatsapp/threads/protocol.ts";

export interface WhatsappOptions {
  readonly events: ProviderEvents;
  /** 32 bytes; session keys on disk are encrypted with it (`secrets.key("whatsapp")`). */
  readonly sealingKey: Uint8Array;
  /** Number of engine threads. Default: one on up to two cores, else half the number of cores. */
  readonly workers?: number;
  /** `WHATSAPP_URL`: websocket address of a simulated network; omitted: WhatsApp itself. */
  readonly url?: string;
  /** `WHATSAPP_ROOT_KEY`: hex of a simulated network's certificate root; omitted: Meta's. */
  readonly rootKey?: string;
  /**
   * PEM of the certificate authority of a simulated network's media hosts, for programs that run the simulator in their own
   * process; other processes get it by NODE_EXTRA_CA_CERTS.
   */
  readonly mediaAuthority?: string;
  readonly log: (level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** With a cluster or an archive: where commits of sessions go. Absent: they stay on the local disk. */
  readonly shipping?: { readonly durability: Durability; readonly directory: string };
  /** Replaces time limits, for tests. */
  readonly timings?: Partial<Timings>;
}

/** Credentials are addressed by directory only, without a session key. */
export type WhatsappProvider = Omit<Provider, "wipe" | "hasCredentials"> & {
  wipe(directory: string): Promise<void>;
  hasCredentials(directory: string): Promise<boolean>;
};

/**
 * The unofficial WhatsApp driver. Baileys runs in workers, which start with the first session; this thread only
 * passes messages. See docs/whatsapp-engine.md.
 */
export function createWhatsappProvider(options: WhatsappOptions): WhatsappProvider {
  const { events, log } = options;
  if (options.sealingKey.length !== 32) throw new Error("the sealing key must have 32 bytes");
  if (options.rootKey !== undefined && !/^[0-9a-f]{64}$/i.test(options.rootKey)) {
    throw new Error("WHATSAPP_ROOT_KEY must be 64 hex digits");
  }
  const config: EngineConfig = {
    url: options.url ?? null,
    rootKey: options.rootKey ?? null,
    mediaAuthority: options.mediaAuthority ?? null,
    sealingKey: options.sealingKey,
    timings: { ...DEFAULT_TIMINGS, ...options.timings },
    shipping: options.shipping
      ? { directory: options.shipping.directory, isRemote: options.shipping.durability.isRemote }
      : null,
  };
  const pool: Pool = createPool({
    config,
    ...(options.shipping?.durability.durableElsewhere && {
      durableElsewhere: options.shipping.durability.durableElsewhere,
    }),
    size: options.workers ?? defaultPoolSize(),
    onMessage(message) {
      if (message.type === "session") events.session(message.key, message.event);
      else if (message.type === "inbound") events.inbound(message.key, message.batch);
      else log(message.level, message.message, message.fields);
    },
  });
  const call = pool.call.bind(pool);
  const quietly = async (work: Promise<unknown>): Promise<void> => void (await work);
  return {
    start: (key, start) => quietly(call(key, "start", start)),
    stop: (key) => quietly(call(key, "stop")),
    logout: (key) => quietly(call(key, "logout")),
    wipe: async (directory) => wipeCredentials(directory),
    async forget(directory, key, values) {
      if (!(await call(key, "forget", values))) forgetStored(directory, values);
    },
    hasCredentials: async (directory) => hasCredentials(directory),
    accept: (key, batchId) => pool.accept(key, batchId),
    newMessageId: (_key: SessionKey, seed?: string) => newMessageId(seed),
    send: (key, message) => call(key, "send", message),
    markRead: (key, chat, messages) => call(key, "markRead", chat, messages),
    typing: (key, chat, active) => quietly(call(key, "typing", chat, active)),
    checkNumber: (key, number) => call(key, "checkNumber", number),
    limits: (key) => call(key, "limits"),
    isEstablished: (key, addresses) => call(key, "isEstablished", addresses),
    profilePicture: (key, address) => call(key, "profilePicture", address),
    phoneBook: (key) => call(key, "phoneBook"),
    requestHistory: (key, request) => call(key, "requestHistory", request),
    downloadMedia: (key, handle) => call(key, "downloadMedia", handle),
    probe: (key) => call(key, "probe"),
    passkey: (key) => call(key, "passkey"),
    answerPasskey: (key, assertion) => call(key, "answerPasskey", assertion),
    confirmPasskey: (key) => call(key, "confirmPasskey"),
    setRejectCalls: (key, reject) => void call(key, "rejectCalls", reject).catch(() => {}),
    async close() {
      await Promise.allSettled(pool.sessions().map((key) => call(key, "stop")));
      pool.close();
    },
  };
}
