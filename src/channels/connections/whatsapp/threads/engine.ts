import type { OutgoingMessage, SessionKey, StartOptions } from "#channels/connections/provider.ts";
import { verifySignatures } from "#channels/connections/whatsapp/crypto/verify-signatures.ts";
import { routeFetchByDispatcher } from "#channels/connections/whatsapp/proxy/proxy.ts";
import { createClientVersion } from "#channels/connections/whatsapp/session/client-version.ts";
import { Session } from "#channels/connections/whatsapp/session/session.ts";
import type { WriteLog } from "#channels/connections/whatsapp/socket/baileys-log.ts";
import * as commands from "./commands.ts";
import {
  AT_REST,
  type CallName,
  type Calls,
  type EngineConfig,
  type FromWorker,
  sessionName,
} from "./protocol.ts";

/**
 * Period of full garbage collections, ms. Baileys holds each message, with a timer, for five minutes; by then it is
 * in the old generation, which the runtime collects only when the heap has doubled. A collection takes about 50 ms of
 * this thread; `Bun.gc(false)` does not collect the old generation.
 */
const COLLECT_EVERY_MS = 2 * 60_000;

/** The functions of a worker; loaded when the first session starts. */
export interface Engine {
  call(key: SessionKey, name: CallName, args: readonly unknown[]): Promise<unknown>;
  accept(key: SessionKey, batchId: number): void;
}

export function createEngine(config: EngineConfig, post: (message: FromWorker) => void): Engine {
  verifySignatures(config.rootKey);
  routeFetchByDispatcher(config.mediaAuthority, config.timings.media);
  // A simulated network accepts other versions than WhatsApp.
  const version = config.url === null ? createClientVersion() : createClientVersion(null);
  const sessions = new Map<string, Session>();
  const now = Date.now;
  setInterval(() => Bun.gc(true), COLLECT_EVERY_MS).unref();

  const sessionFor = (key: SessionKey): Session => {
    const name = sessionName(key);
    const known = sessions.get(name);
    if (known) return known;
    const log: WriteLog = (level, message, fields) =>
      post({ type: "log", level, message, fields: { ...key, ...fields } });
    const session = new Session({
      config,
      version,
      emit: (event) => post({ type: "session", key, event }),
      deliver: (batch) => post({ type: "inbound", key, batch }),
      onRetired: () => sessions.delete(name),
      log,
      now,
    });
    sessions.set(name, session);
    return session;
  };

  const answers: {
    [N in CallName]: (session: Session, ...args: Calls[N]["args"]) => Promise<Calls[N]["answer"]>;
  } = {
    start: (session, options: StartOptions) => session.start(options).then(() => null),
    stop: (session) => session.stop().then(() => null),
    logout: (session) => session.logout().then(() => null),
    send: (session, message: OutgoingMessage) => commands.send(session, message, config, now),
    markRead: commands.markRead,
    typing: commands.typing,
    checkNumber: commands.checkNumber,
    limits: commands.limits,
    isEstablished: (session, addresses) => commands.isEstablished(session, addresses, now),
    profilePicture: commands.profilePicture,
    phoneBook: commands.phoneBook,
    requestHistory: (session, request) => commands.requestHistory(session, request, config, now),
    downloadMedia: commands.downloadMedia,
    probe: commands.probe,
    forget: commands.forget,
    passkey: async (session) => session.passkey()?.state() ?? null,
    answerPasskey: async (session, assertion) =>
      session.passkey()?.answer(assertion) ?? AT_REST.answerPasskey,
    confirmPasskey: async (session) => session.passkey()?.confirm() ?? AT_REST.confirmPasskey,
    rejectCalls: async (session, reject) => {
      session.rejectCalls(reject);
      return null;
    },
  };
  return {
    async call(key, name, args) {
      const session = name === "start" ? sessionFor(key) : sessions.get(sessionName(key));
      if (!session) return AT_REST[name];
      const answer = answers[name] as (session: Session, ...args: readonly unknown[]) => Promise<unknown>;
      return answer(session, ...args);
    },
    accept: (key, batchId) => sessions.get(sessionName(key))?.accept(batchId),
  };
}
