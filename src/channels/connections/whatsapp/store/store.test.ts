import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { initAuthCreds } from "@whiskeysockets/baileys";
import { SEALING_KEY, temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { openDatabase } from "#platform/db/open.ts";
import { decodeValue, encodeValue } from "./codec.ts";
import { checkSessionSchema, sessionFile } from "./database.ts";
import { createSeal } from "./seal.ts";
import { openSessionStore } from "./session-store.ts";

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});
const temporary = () => {
  const made = temporaryStore();
  open.push(made);
  return made;
};
const ATTRS = { id: "3A01", from: "5511911110001@s.whatsapp.net" };
const entry = (words: string) => ({
  kind: "message" as const,
  attrs: ATTRS,
  padded: true,
  late: false,
  payload: Buffer.from(words),
});

describe("journal", () => {
  test("a ratchet step and the message it decrypted are committed together or not at all", () => {
    const { store, reopen } = temporary();
    const keys = { session: { "5511911110001.0": Buffer.from("ratchet") } };
    expect(() =>
      store.commit(keys, { entry: { ...entry("x"), payload: { no: "bytes" } as never }, stanza: "s" }),
    ).toThrow();
    expect(store.keys.read("session", "5511911110001.0")).toBeUndefined();
    expect(store.seen.has("s")).toBe(false);
    store.commit(
      { session: { "5511911110001.0": { plain: true } as never } },
      { entry: entry("y"), stanza: "s" },
    );
    const again = reopen();
    expect(again.keys.read("session", "5511911110001.0")).toEqual({ plain: true });
    expect(again.seen.has("s")).toBe(true);
    expect(again.journal.after(0, 10).map((row) => row.kind === "message" && row.payload.toString())).toEqual(
      ["y"],
    );
  });

  test("ratchet steps that are committed together are all stored, or none of them is", () => {
    const { store, reopen } = temporary();
    const step = (name: string, payload: unknown) => ({
      changes: { session: { [name]: { plain: name } as never } },
      journaled: { entry: { ...entry("x"), payload: payload as never }, stanza: name },
    });
    expect(() => store.commitAll([step("a", Buffer.from("a")), step("b", { no: "bytes" })])).toThrow();
    expect(store.keys.read("session", "a")).toBeUndefined();
    expect(store.seen.has("a")).toBe(false);
    store.commitAll([step("a", Buffer.from("a")), step("b", Buffer.from("b"))]);
    const again = reopen();
    expect(again.keys.read("session", "b")).toEqual({ plain: "b" });
    expect(again.journal.after(0, 10).map((row) => row.kind === "message" && row.payload.toString())).toEqual(
      ["a", "b"],
    );
  });

  test("numbers of deleted rows are not reused while the reader runs", () => {
    const { store } = temporary();
    store.journal.append([entry("a"), entry("b")], 1);
    const seqs = store.journal.after(0, 10).map((row) => row.seq);
    store.journal.forget(seqs);
    store.journal.append([entry("c")], 1);
    expect(store.journal.after(seqs.at(-1) ?? 0, 10)).toHaveLength(1);
    expect(store.journal.size()).toBe(1);
  });
});

describe("directory", () => {
  test("an address is completed with the other known address of the person", () => {
    const { store } = temporary();
    store.commit({ "lid-mapping": { "5511911110001": "777", "777_reverse": "5511911110001" } });
    const forms = [
      { kind: "pn" as const, value: "5511911110001", address: "5511911110001@s.whatsapp.net" },
      { kind: "lid" as const, value: "777", address: "777@lid" },
    ];
    expect(store.directory.describe("777:12@lid")).toEqual(forms);
    expect(store.directory.describe("5511911110001@s.whatsapp.net", null, undefined)).toEqual(forms);
    expect(store.directory.describe("status@broadcast", "")).toEqual([]);
  });

  test("two addresses of one person are reported once, when at least one has a chat", () => {
    const { store } = temporary();
    const byLid = store.directory.chatKey(store.directory.describe("777@lid"));
    store.commit({ "lid-mapping": { "5511911110001": "777", "777_reverse": "5511911110001" } });
    store.commit({ "lid-mapping": { "5511911110001": "777", "777_reverse": "5511911110001" } });
    store.commit({ "lid-mapping": { "5511922220002": "888", "888_reverse": "5511922220002" } });
    const rows = store.journal.after(0, 10);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ event: { kind: "identity", chatKey: byLid } });
    expect(store.directory.chatKey(store.directory.describe("5511911110001@s.whatsapp.net"))).toBe(byLid);
  });
});

describe("sent messages", () => {
  test("sent messages keep their first version, and their ack status only rises", () => {
    const { store } = temporary();
    store.sent.save("A", "c", Buffer.from("first"), 1);
    store.sent.save("A", "c", Buffer.from("second"), 2);
    expect(store.sent.find("A")?.message.toString()).toBe("first");
    expect([store.sent.raise("A", 2), store.sent.raise("A", 1), store.sent.raise("A", 4)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(store.sent.raise("unknown", 1)).toBe(false);
    expect([
      store.sent.addReader("A", "x"),
      store.sent.addReader("A", "x"),
      store.sent.addReader("A", "y"),
    ]).toEqual([1, 1, 2]);
  });
});

describe("sweep", () => {
  test("sent messages are deleted after 14 days, devices are queried again after one day", () => {
    const { store, clock } = temporary();
    store.sent.save("A", "c", Buffer.from("x"), clock.now);
    store.devices.set("555", [{ device: 0 }]);
    clock.now += 23 * 60 * 60 * 1000;
    expect(store.devices.get<unknown>("555")).toEqual([{ device: 0 }]);
    clock.now += 2 * 60 * 60 * 1000;
    expect(store.devices.get("555")).toBeUndefined();
    store.sweep();
    expect(store.sent.find("A")).not.toBeNull();
    clock.now += 14 * 24 * 60 * 60 * 1000;
    store.sweep();
    expect(store.sent.find("A")).toBeNull();
  });
});

describe("missing messages", () => {
  test("a missing message is due once, and a copy after its report is late", () => {
    const { store, clock, reopen } = temporary();
    store.missing.expect("s1", ATTRS, clock.now + 10);
    store.missing.expect("s2", ATTRS, clock.now + 10);
    expect(store.missing.due(clock.now)).toEqual([]);
    expect(store.missing.arrived("s2")).toBe(false);
    clock.now += 10;
    expect(store.missing.due(clock.now).map(({ stanza }) => stanza)).toEqual(["s1"]);
    store.missing.markTold("s1");
    const again = reopen();
    expect(again.missing.due(clock.now)).toEqual([]);
    expect(again.missing.arrived("s1")).toBe(true);
    expect(again.missing.arrived("s1")).toBe(false);
  });
});

describe("secrets", () => {
  test("the session file is readable by its owner only", () => {
    const { directory } = temporary();
    expect(statSync(sessionFile(directory)).mode & 0o777).toBe(0o600);
    expect(
      statSync(sessionFile(directory).replace("session.sqlite", "session.sqlite-wal")).mode & 0o777,
    ).toBe(0o600);
  });

  test("a sealed value can be opened only unchanged, under its own name and key", () => {
    const seal = createSeal(SEALING_KEY);
    const sealed = seal.close(Buffer.from("secret"), "session/1");
    expect(seal.open(sealed, "session/1").toString()).toBe("secret");
    expect(() => seal.open(sealed, "session/2")).toThrow("altered");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => seal.open(sealed, "session/1")).toThrow("altered");
    expect(() => seal.open(Buffer.from("x"), "session/1")).toThrow("not sealed");
  });

  test("stored credentials are read with all their keys", () => {
    const { store, reopen } = temporary();
    const creds = initAuthCreds();
    store.credentials.save(creds);
    expect(JSON.stringify(reopen().credentials.read())).toBe(JSON.stringify(creds));
    expect(decodeValue("x", encodeValue("x", { deep: [{ bytes: new Uint8Array([1, 2]) }] }))).toEqual({
      deep: [{ bytes: Buffer.of(1, 2) }],
    });
  });
});

test("a file with the older key table is converted when it is opened and keeps every key", () => {
  const { store, directory, reopen } = temporary();
  store.commit({ "lid-mapping": { "5511911110001": "777", "777_reverse": "5511911110001" } });
  const old = openDatabase(sessionFile(directory), { durability: "normal" });
  old.exec(`ALTER TABLE signal_key RENAME TO kept; CREATE TABLE signal_key (
    type TEXT NOT NULL, id TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (type, id)
  ) WITHOUT ROWID; INSERT INTO signal_key SELECT type, id, value FROM kept; DROP TABLE kept;`);
  expect(checkSessionSchema(old)).toBeNull();
  const { keys } = reopen();
  expect(keys.read("lid-mapping", "5511911110001")).toBe("777");
  expect(keys.read("lid-mapping", "777_reverse")).toBe("5511911110001");
  expect(checkSessionSchema(old)).toBeNull();
  expect(old.prepare("SELECT rowid FROM signal_key").all()).toHaveLength(2);
  old.close();
});

describe("a damaged file", () => {
  test("a file truncated at any point is reported as damaged, not as never linked", () => {
    const { store, directory } = temporary();
    const creds = initAuthCreds();
    store.credentials.save(creds);
    const sessions = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.0`, { n } as never]));
    store.commit({ session: sessions });
    store.close();
    const file = sessionFile(directory);
    const whole = readFileSync(file);
    for (let cut = 0; cut <= 40; cut++) {
      writeFileSync(file, whole.subarray(0, Math.floor((whole.length * cut) / 40)));
      rmSync(`${file}-wal`, { force: true });
      expect(outcome(directory)).toBe(cut === 40 ? creds.advSecretKey : "SessionDamaged");
    }
  });
});

function outcome(directory: string): string {
  try {
    const store = openSessionStore(directory, SEALING_KEY);
    try {
      return store.credentials.read()?.advSecretKey ?? "never linked";
    } finally {
      store.close();
    }
  } catch (error) {
    return (error as Error).name;
  }
}
