/** libsignal's form of a stored session, changed in place by each step of the ratchet. */
interface SessionRecord {
  serialize(): object;
}

interface SessionRecords {
  deserialize(data: object): SessionRecord;
  readonly prototype: SessionRecord;
}

/**
 * Returns the record that libsignal has just serialized, instead of building it again from about twenty texts for every
 * message. A record is returned once: the caller changes it, and if that leads to no new value, the stored one is
 * deserialized again.
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

/** Whether messages can be sent with a stored session, checked without building its record. */
export function isOpenSession(value: unknown): boolean {
  const open = Object.values((value as StoredSession | undefined)?._sessions ?? {}).find(
    ({ indexInfo }) => indexInfo?.closed === -1,
  );
  return typeof open?.registrationId === "number";
}
