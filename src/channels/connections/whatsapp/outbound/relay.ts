import { AsyncLocalStorage } from "node:async_hooks";
import type {
  SignalDataSet,
  SignalKeyStoreWithTransaction,
  SocketConfig,
  WASocket,
} from "@whiskeysockets/baileys";
import { isUnreadable } from "#channels/connections/whatsapp/inbound/handling.ts";
import type { Progress } from "#channels/connections/whatsapp/socket/progress.ts";
import type { OwnAddresses } from "#channels/connections/whatsapp/store/session-store.ts";
import { sameUser } from "#channels/connections/whatsapp/translate/jid.ts";
import { createSerialQueue } from "#platform/jobs/paced-queue.ts";

/** One call of Baileys' `relayMessage`. */
interface Passage {
  /** True for a message to one person: such sends run in parallel, sends to groups one after the other. */
  readonly isDirect: boolean;
  /** Called for every device address that the message is encrypted for, before the stanza is sent. */
  readonly onDevice: (jid: string) => void;
  /** Records of the devices that have our sender key; they are true only once the stanza has been sent. */
  readonly afterwards: SignalDataSet[];
}

export interface Relay {
  /** For the socket's configuration: receives the devices a message is encrypted for. */
  readonly watchRecipients: SocketConfig["patchMessageBeforeSending"];
  /**
   * Removes the transaction in which Baileys sends one message at a time and commits its ratchet steps after the
   * stanza. A crash in between would use a message key twice, and the other phone could not decrypt the second
   * message. The steps commit alone, and `frame-queue.ts` holds the stanza back until then.
   */
  sendSideBySide(sock: WASocket): void;
  /** Runs one `relayMessage`; `onReached` is called before the stanza is sent, if it has recipients besides our own devices. */
  run(
    work: () => Promise<unknown>,
    sending: { readonly own: OwnAddresses; readonly isDirect: boolean; readonly onReached: () => void },
  ): Promise<void>;
}

/**
 * A send needs up to five queries, each of which may go unanswered for 20 s: devices, the number, keys, members of the
 * group, keys of their devices. In multiples of `timings.stuck` (30 s).
 */
export const SEND_PATIENCE = 4;

/**
 * `progress` starts to track a transaction, such as a send to a group, when its turn comes. The transactions before it
 * are tracked too, so a transaction that waits is never stuck unnoticed.
 */
export function createRelay(progress: Progress): Relay {
  const passages = new AsyncLocalStorage<Passage>();
  let keys: SignalKeyStoreWithTransaction | null = null;
  /**
   * Runs sends one after the other like Baileys, but without a transaction around them: the steps inside commit
   * alone.
   */
  const enqueue = createSerialQueue();
  return {
    watchRecipients(message, jids) {
      const passage = passages.getStore();
      for (const jid of jids ?? []) passage?.onDevice(jid);
      return message;
    },
    sendSideBySide(sock) {
      const inner = sock.authState.keys as SignalKeyStoreWithTransaction;
      keys = inner;
      const outer: SignalKeyStoreWithTransaction = {
        get: (type, ids) => inner.get(type, ids),
        set(changes) {
          const passage = passages.getStore();
          if (!passage || !("sender-key-memory" in changes)) return inner.set(changes);
          passage.afterwards.push(changes);
        },
        isInTransaction: () => inner.isInTransaction(),
        // The request for a new copy of an unreadable message must not wait for sends to groups: their queries may
        // take 20 s, and the chat of the message waits. Sends to different people share only the session of our own
        // phone, which has its own lock.
        transaction: (work) =>
          isUnreadable() || passages.getStore()?.isDirect
            ? work()
            : enqueue(() => progress.track("transaction", work(), SEND_PATIENCE)),
      };
      sock.authState.keys = outer;
    },
    async run(work, { own, isDirect, onReached }) {
      const onDevice = (jid: string) => {
        if (!sameUser(jid, own.id) && !sameUser(jid, own.lid)) onReached();
      };
      const passage: Passage = { isDirect, onDevice, afterwards: [] };
      await passages.run(passage, work);
      for (const changes of passage.afterwards) await keys?.set(changes);
    },
  };
}
