/** What libsignal makes of a stored session: a `SessionRecord`, altered in place by each step of the ratchet. */
interface SessionRecord {
  serialize(): object;
}

interface SessionRecords {
  deserialize(data: object): SessionRecord;
  readonly prototype: SessionRecord;
}

/**
 * Lets libsignal find the record again that it has just made a value of, instead of building it anew from some twenty
 * texts at every message. Whoever gets one takes it away: it is altered from then on, and should that not come to a new
 * value, the old one is read as it stands.
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
