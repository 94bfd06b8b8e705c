interface Chain {
  readonly chainType: number;
  /** Keys of messages that were skipped, by the number of the message. */
  readonly messageKeys: Record<string, unknown>;
}

/** libsignal's form of a stored session, changed in place by each step of the ratchet. */
interface SessionRecord {
  readonly sessions: Readonly<Record<string, { readonly _chains?: Record<string, Chain> }>>;
  serialize(): object;
}

interface SessionRecords {
  deserialize(data: object): SessionRecord;
  readonly prototype: SessionRecord;
}

/** `ChainType.RECEIVING` of libsignal. */
const RECEIVING = 2;
/** Receiving chains of a session, and keys of skipped messages of a chain, as WhatsApp's own programs keep them. */
const MAX_RECEIVING_CHAINS = 5;
const MAX_MESSAGE_KEYS = 2000;

/**
 * Removes the oldest receiving chains and keys of skipped messages. libsignal adds a chain whenever the conversation changes its
 * direction and removes none, so each message of a chat with 600 changes would write 64 kB, and half as many messages a second
 * would be received. A chain is added behind the others, and the order of properties is that of the addition.
 */
function removeOldKeys({ sessions }: SessionRecord): void {
  for (const { _chains: chains = {} } of Object.values(sessions)) {
    const receiving = Object.keys(chains).filter((key) => chains[key]?.chainType === RECEIVING);
    for (const key of receiving.slice(0, -MAX_RECEIVING_CHAINS)) delete chains[key];
    for (const { messageKeys } of Object.values(chains)) {
      const skipped = Object.keys(messageKeys);
      for (const number of skipped.slice(0, -MAX_MESSAGE_KEYS)) delete messageKeys[number];
    }
  }
}

/**
 * Makes `deserialize` return the record that libsignal has just serialized; building a record again would parse about
 * twenty strings for every message. A record is returned once, because the caller changes it: if the caller
 * serializes no new value, the next call deserializes the stored one. Before a record is serialized, its old keys are removed.
 */
export function keepSessionRecords(): void {
  const records = require("libsignal/src/session_record.js") as SessionRecords;
  const { deserialize } = records;
  const { serialize } = records.prototype;
  const kept = new WeakMap<object, SessionRecord>();
  records.deserialize = (data) => {
    const known = kept.get(data);
    kept.delete(data);
    return known ?? deserialize.call(records, data);
  };
  records.prototype.serialize = function () {
    removeOldKeys(this);
    const data = serialize.call(this);
    kept.set(data, this);
    return data;
  };
}

interface StoredSession {
  readonly _sessions?: Readonly<
    Record<string, { readonly registrationId?: unknown; readonly indexInfo?: { readonly closed?: unknown } }>
  >;
}

/** True when messages can be sent with a stored session; checked without building its record. */
export function isOpenSession(value: unknown): boolean {
  const open = Object.values((value as StoredSession | undefined)?._sessions ?? {}).find(
    ({ indexInfo }) => indexInfo?.closed === -1,
  );
  return typeof open?.registrationId === "number";
}
