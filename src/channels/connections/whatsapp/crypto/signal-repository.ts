import { AsyncLocalStorage } from "node:async_hooks";
import {
  DEFAULT_CONNECTION_CONFIG,
  MISSING_KEYS_ERROR_TEXT,
  proto,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  unpadRandomMax16,
} from "@whiskeysockets/baileys";
import { markUnreadable } from "#channels/connections/whatsapp/inbound/handling.ts";
import { isOfOwnPhone } from "#channels/connections/whatsapp/inbound/own-phone.ts";
import { type Envelope, type Envelopes, stanzaName } from "#channels/connections/whatsapp/inbound/record.ts";
import type { Journaled, SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { answerFromRecords, rarely } from "#channels/connections/whatsapp/translate/lid-lookups.ts";
import { fieldNumbers } from "#channels/connections/whatsapp/translate/wire-fields.ts";
import { isOpenSession } from "./session-records.ts";
import { type Persist, SharedCommits } from "./shared-commits.ts";
import { createSignalTransactions, type KeyStore } from "./signal-transactions.ts";

type MakeRepository = SocketConfig["makeSignalRepository"];
type Repository = ReturnType<MakeRepository>;

/**
 * State of one decryption or encryption, read by the commit of its key changes: `journaled` is the journal row to
 * commit with them; `done` is true once that commit has been requested.
 */
interface CryptoOperation {
  readonly isSending: boolean;
  journaled: Journaled | null;
  done: boolean;
}
const cryptoOperation = (isSending: boolean): CryptoOperation => ({
  isSending,
  journaled: null,
  done: false,
});

export interface JournaledRepository {
  readonly make: MakeRepository;
  /** The key store's `set`: commits the keys and, inside a decryption, the journal row of its message together. */
  commit(changes: SignalDataSet): Promise<void>;
  /**
   * The pending commit of encryption steps, whose frames are not sent before it ends; null when none is pending.
   * Rejects when the link has failed.
   */
  uncommitted(): Promise<void> | null;
}

// After this many decryptions of a burst the event loop runs timers, pings and the other sessions of this worker.
const YIELD_EVERY = 32;

/**
 * Baileys' own Signal repository, with every decryption wrapped in one transaction that commits the advanced ratchet
 * together with the plaintext in the journal. Baileys sends the receipt only after that commit, because the network
 * deletes the message when it gets the receipt.
 */
export function createJournaledRepository(
  store: SessionStore,
  envelopes: Envelopes,
  options: {
    readonly persist: Persist;
    readonly get: KeyStore["get"];
    readonly missing: number;
    readonly now: () => number;
  },
): JournaledRepository {
  const { persist } = options;
  const operation = new AsyncLocalStorage<CryptoOperation>();
  let decrypted = 0;
  const commits = new SharedCommits(store, persist);

  const journaled = async (
    ciphertext: Uint8Array,
    lock: string,
    keys: SignalKeyStoreWithTransaction,
    repository: Repository,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> => {
    const envelope = envelopes.get(ciphertext);
    if (!envelope) return decrypt();
    if (++decrypted % YIELD_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
    const own = cryptoOperation(false);
    const stanza = stanzaName(envelope.attrs);
    const work = async () => {
      const plaintext = await decrypt();
      own.journaled = await writeDown(store, envelope, plaintext, repository);
      return plaintext;
    };
    try {
      const plaintext = await operation.run(own, () => keys.transaction(work, lock));
      const { journaled: left } = own;
      if (!own.done && left) await commits.add({ changes: {}, journaled: left });
      return plaintext;
    } catch (error) {
      markUnreadable();
      const repeated = await persist(() =>
        noteFailure(store, stanza, envelope.attrs, options.now() + options.missing),
      );
      throw repeated ? new Error(MISSING_KEYS_ERROR_TEXT) : error;
    }
  };

  const make: MakeRepository = (auth, logger, pnToLid) => {
    const keys = createSignalTransactions(auth.keys as SignalKeyStoreWithTransaction, {
      get: options.get,
      set: commit,
    });
    const stock = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { ...auth, keys },
      logger,
      pnToLid && rarely(pnToLid, options.now),
    );
    answerFromRecords(stock.lidMapping, {
      find: (user) => persist(() => store.keys.read("lid-mapping", user)),
      save: (pairs) => commits.add({ changes: { "lid-mapping": pairs } }),
    });
    const repository: Repository = {
      ...stock,
      decryptMessage: (wanted) =>
        journaled(wanted.ciphertext, lockOf(store, wanted.jid), keys, repository, () =>
          stock.decryptMessage(wanted),
        ),
      async validateSession(jid) {
        if (jid.includes("@hosted")) return stock.validateSession(jid);
        const address = stock.jidToSignalProtocolAddress(lockOf(store, jid));
        const stored = await persist(() => store.keys.read("session", address));
        return isOpenSession(stored) ? { exists: true } : stock.validateSession(jid);
      },
      encryptMessage(wanted) {
        const work = () => keys.transaction(() => stock.encryptMessage(wanted), lockOf(store, wanted.jid));
        return operation.run(cryptoOperation(true), work);
      },
      decryptGroupMessage: (wanted) =>
        journaled(wanted.msg, wanted.group, keys, repository, () => stock.decryptGroupMessage(wanted)),
      processSenderKeyDistributionMessage: once(stock.processSenderKeyDistributionMessage),
    };
    return repository;
  };

  const commit = (changes: SignalDataSet): Promise<void> => {
    const own = operation.getStore();
    if (!own || own.done) return commits.add({ changes });
    own.done = true;
    if (own.isSending) return commits.addReadable(changes);
    return commits.add({ changes, journaled: own.journaled ?? undefined });
  };

  return { make, uncommitted: () => commits.uncommitted, commit };
}

/** True when the message is already stored: our receipt was lost and the network delivered the message again. */
function noteFailure(
  store: SessionStore,
  stanza: string,
  attrs: Envelope["attrs"],
  missingFrom: number,
): boolean {
  if (store.seen.has(stanza)) return true;
  if (!isOfOwnPhone(attrs, store.own())) store.missing.expect(stanza, attrs, missingFrom);
  return false;
}

/**
 * Lock of a person's session. The session is stored under the privacy id, whichever address a stanza uses: with one
 * lock for the number and another for the privacy id, an encryption and a decryption would change it at the same
 * time, and one of the two steps would be lost.
 */
function lockOf(store: SessionStore, jid: string): string {
  const { user, device, server } = parseJid(jid) ?? { user: jid, device: 0, server: "" };
  const lid = kindOf(parseJid(jid)) === "pn" ? store.keys.read("lid-mapping", user) : undefined;
  return typeof lid === "string" ? `${lid}:${device}@lid` : `${user}:${device}@${server}`;
}

/** The journal row of a decrypted message; null when the product uses nothing of it. */
async function writeDown(
  store: SessionStore,
  envelope: Envelope,
  padded: Uint8Array,
  repository: Repository,
) {
  const { attrs } = envelope;
  const stanza = stanzaName(attrs);
  if (isOfOwnPhone(attrs, store.own()) && !isWorthKeeping(padded)) return null;
  if (attrs["participant"] !== undefined && envelope.type !== "skmsg") {
    const bytes = unpadRandomMax16(padded);
    const item = proto.Message.decode(bytes).senderKeyDistributionMessage;
    if (item) await repository.processSenderKeyDistributionMessage({ authorJid: attrs["participant"], item });
    if (item && onlySenderKey(bytes)) return null;
  }
  const late = store.missing.arrived(stanza);
  return { entry: { kind: "message" as const, attrs, padded: true, late, payload: padded }, stanza };
}

/** Skips a sender key that the wrapped decryption has already processed, because Baileys processes it again. */
function once(process: Repository["processSenderKeyDistributionMessage"]): typeof process {
  let last = "";
  return async (wanted) => {
    const bytes = Buffer.from(wanted.item.axolotlSenderKeyDistributionMessage ?? []).toString("base64");
    const name = `${wanted.authorJid} ${wanted.item.groupId ?? ""} ${bytes}`;
    if (name === last) return;
    await process(wanted);
    last = name;
  };
}

/** Protobuf field numbers of `senderKeyDistributionMessage` and `messageContextInfo` in a message. */
const KEY_FIELDS = new Set([2, 35]);

function onlySenderKey(message: Uint8Array): boolean {
  return fieldNumbers(message).isSubsetOf(KEY_FIELDS);
}

/** True for the peer messages of our own phone that the product uses: history and resent messages, never keys. */
function isWorthKeeping(padded: Uint8Array): boolean {
  const message = proto.Message.decode(unpadRandomMax16(padded));
  const protocol = (message.deviceSentMessage?.message ?? message).protocolMessage;
  return Boolean(protocol?.historySyncNotification ?? protocol?.peerDataOperationRequestResponseMessage);
}
