/** libsignal's form of a stored session, changed in place by each step of the ratchet. */
interface SessionRecord {
  serialize(): object;
}

interface SessionRecords {
  deserialize(data: object): SessionRecord;
  readonly prototype: SessionRecord;
}

/**
 * Makes `deserialize` return the record that libsignal has just serialized; building a record again would parse about
 * twenty strings for every message. A record is returned once, because the caller changes it: if the caller
 * serializes no new value, the next call deserializes the stored one.
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

/** True when messages can be sent with a stored session; checked without building its record. */
export function isOpenSession(value: unknown): boolean {
  const open = Object.values((value as StoredSession | undefined)?._sessions ?? {}).find(
    ({ indexInfo }) => indexInfo?.closed === -1,
  );
  return typeof open?.registrationId === "number";
}
