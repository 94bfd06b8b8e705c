import { describe, expect, test } from "bun:test";
import { isOpenSession, keepSessionRecords } from "./session-records.ts";

interface Chain {
  readonly chainKey: { readonly counter: number; readonly key: Buffer };
  readonly chainType: number;
  readonly messageKeys: { [number: number]: Buffer };
}
interface Entry {
  readonly _chains: { [key: string]: Chain };
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

describe("old keys of a session", () => {
  const key = Buffer.from("key");
  const chain = (chainType: number, skipped = 0): Chain => ({
    chainKey: { counter: skipped, key },
    chainType,
    messageKeys: Object.fromEntries(Array.from({ length: skipped }, (_, n) => [n, key])),
  });
  /** The chains of a session after it was stored. */
  const storedChains = (chains: { readonly [key: string]: Chain }) => {
    const record = recordOf();
    const session = record.sessions["a"];
    if (!session) throw new Error("no session");
    Object.assign(session._chains, chains);
    const stored = JSON.parse(JSON.stringify(record.serialize()));
    return records.deserialize(stored).sessions["a"]?._chains ?? {};
  };

  test("of a chat that changed its direction often, the last five receiving chains and the sending chain are kept", () => {
    const before = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`received ${n}`, chain(2)]));
    const after = storedChains({ sending: chain(1), ...before });
    expect(Object.keys(after)).toEqual(["sending", ...[595, 596, 597, 598, 599].map((n) => `received ${n}`)]);
  });

  test("of the keys of skipped messages the last 2,000 are kept, so that late messages can be read", () => {
    const after = storedChains({ received: chain(2, 2500) });
    const numbers = Object.keys(after["received"]?.messageKeys ?? {}).map(Number);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([2000, 500, 2499]);
  });
});
