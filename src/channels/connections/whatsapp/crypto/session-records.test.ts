import { expect, test } from "bun:test";
import { isOpenSession, keepSessionRecords } from "./session-records.ts";

interface Entry {
  registrationId: number;
  readonly indexInfo: { closed: number };
}
interface Record {
  readonly sessions: { [key: string]: Entry };
  serialize(): object;
}

const records = require("libsignal/src/session_record.js") as {
  new (): Record;
  deserialize(data: object): Record;
  createEntry(): Entry;
};
keepSessionRecords();

function recordOf(closed = -1): Record {
  const bytes = Buffer.from("key");
  const record = new records();
  record.sessions["a"] = Object.assign(records.createEntry(), {
    registrationId: 7,
    currentRatchet: {
      ephemeralKeyPair: { pubKey: bytes, privKey: bytes },
      lastRemoteEphemeralKey: bytes,
      previousCounter: 0,
      rootKey: bytes,
    },
    indexInfo: { baseKey: bytes, baseKeyType: 1, closed, used: 1, created: 1, remoteIdentityKey: bytes },
  });
  return record;
}

test("the next ratchet step of a Signal session reuses the record of the previous step", () => {
  const record = recordOf();
  expect(records.deserialize(record.serialize()) === record).toBe(true);
});

test("a ratchet step that is not stored leaves the session unchanged", () => {
  const stored = recordOf().serialize();
  const failed = records.deserialize(stored);
  Object.assign(failed.sessions["a"] ?? {}, { registrationId: 8 });
  const next = records.deserialize(stored);
  expect(next === failed).toBe(false);
  expect(next.sessions["a"]?.registrationId).toBe(7);
});

test("two ratchet steps from the same stored session do not share a record", () => {
  const stored = recordOf().serialize();
  const first = records.deserialize(stored);
  expect(records.deserialize(stored) === first).toBe(false);
});

test("isOpenSession is true for a stored session that can send", () => {
  expect(isOpenSession(recordOf().serialize())).toBe(true);
  expect(isOpenSession(recordOf(1_700_000_000_000).serialize())).toBe(false);
  expect(isOpenSession(undefined)).toBe(false);
});
