import {
  type AuthenticationCreds,
  Browsers,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WABrowserDescription,
  type WAVersion,
} from "@whiskeysockets/baileys";
import type { JournaledRepository } from "#channels/connections/whatsapp/crypto/signal-repository.ts";
import { isSameChat } from "#channels/connections/whatsapp/inbound/retry-receipts.ts";
import type { Relay } from "#channels/connections/whatsapp/outbound/relay.ts";
import type { Route } from "#channels/connections/whatsapp/proxy/proxy.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { createBaileysLog, type WriteLog } from "./baileys-log.ts";

const { FULL, ON_DEMAND } = proto.HistorySync.HistorySyncType;
/** Longer than any link may take: our own rotation shows the QR codes (`qr-codes.ts`). */
const BAILEYS_QR_MS = 30 * 60_000;

/** What this client registers as. WhatsApp sends a desktop client the whole history, and a browser a few weeks. */
export const browserFor = (importHistory: boolean): WABrowserDescription =>
  importHistory ? Browsers.macOS("Desktop") : Browsers.macOS("Chrome");

/** The platform type that Baileys registers a browser with. */
export function deviceTypeOf([, platform]: WABrowserDescription): number {
  const { PlatformType } = proto.DeviceProps;
  const name = platform.toUpperCase();
  return name in PlatformType ? PlatformType[name as keyof typeof PlatformType] : PlatformType.CHROME;
}

/** The configuration of one Baileys socket; a comment gives the reason for each difference from the defaults. */
export function socketConfig(wish: {
  readonly store: SessionStore;
  readonly config: EngineConfig;
  readonly creds: AuthenticationCreds;
  readonly keys: SignalKeyStore;
  readonly repository: JournaledRepository;
  readonly relay: Relay;
  readonly route: Route;
  readonly version: WAVersion | undefined;
  readonly importHistory: boolean;
  readonly log: WriteLog;
}): UserFacingSocketConfig {
  const { store, config, route } = wish;
  return {
    auth: { creds: wish.creds, keys: wish.keys },
    ...(config.url === null ? {} : { waWebSocketUrl: config.url }),
    ...(route.agent === undefined ? {} : { agent: route.agent }),
    ...(wish.version === undefined ? {} : { version: wish.version }),
    options: route.blobOptions,
    browser: browserFor(wish.importHistory),
    syncFullHistory: wish.importHistory,
    // Baileys itself reads only the recent history, for its LID mappings. The full history and answers to requests for
    // older messages are read from the journal.
    shouldSyncHistoryMessage: ({ syncType }) => syncType !== FULL && (syncType as number) !== ON_DEMAND,
    logger: createBaileysLog(wish.log),
    // The watchdog ends a connect that takes too long. With a limit here Baileys would also time each send, with a
    // timer and two stack traces.
    connectTimeoutMs: 0,
    keepAliveIntervalMs: config.timings.keepAlive,
    defaultQueryTimeoutMs: config.timings.query,
    retryRequestDelayMs: config.timings.retryPause,
    qrTimeout: BAILEYS_QR_MS,
    // Our store answers at once or ends the socket; retries would only hold the lock longer.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: wish.repository.make,
    patchMessageBeforeSending: wish.relay.watchRecipients,
    userDevicesCache: store.devices,
    cachedGroupMetadata: async (jid) => store.groups.find(jid)?.metadata,
    getMessage: async ({ id, remoteJid }) => {
      const sent = id ? store.sent.find(id) : null;
      // A message is sent again only to its own chat. Its id is not secret, so another person could request it.
      return sent && isSameChat(store, sent.chat, remoteJid) ? proto.Message.decode(sent.message) : undefined;
    },
    shouldIgnoreJid: (jid) => ["broadcast", "newsletter"].includes(kindOf(parseJid(jid))),
    // While an account is "online" here, the phone stops notifying its owner.
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
  };
}
