import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SignalDataSet } from "@whiskeysockets/baileys";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";

let made: ReturnType<typeof temporaryStore>;
beforeEach(() => {
  made = temporaryStore();
});
afterEach(() => made.dispose());

const session = (id: string, state: number) => ({ session: { [id]: { state } } }) as unknown as SignalDataSet;

test("key changes of a ratchet step are visible at once and stored only when the step is committed", () => {
  made.store.commit(session("ana", 1));
  const next = session("ana", 2);
  made.store.keys.hold(next);
  expect(made.store.keys.read("session", "ana")).toEqual({ state: 2 });
  expect(made.reopen().keys.read("session", "ana")).toEqual({ state: 1 });
  made.store.keys.hold(next);
  made.store.commit(next);
  expect(made.reopen().keys.read("session", "ana")).toEqual({ state: 2 });
});

test("the commit of an older ratchet step does not hide the keys of a newer one that is not committed yet", () => {
  const [older, newer] = [session("ana", 1), session("ana", 2)];
  made.store.keys.hold(older);
  made.store.keys.hold(newer);
  made.store.commit(older);
  expect(made.store.keys.read("session", "ana")).toEqual({ state: 2 });
});

test("of a Signal session that several ratchet steps of a transaction change, the last state is stored", () => {
  const steps = [session("own", 1), session("ana", 1), session("own", 2), { "lid-mapping": { x: "1" } }];
  made.store.commitAll(steps.map((changes) => ({ changes })));
  const { keys } = made.reopen();
  expect([keys.read("session", "own"), keys.read("session", "ana"), keys.read("lid-mapping", "x")]).toEqual([
    { state: 2 },
    { state: 1 },
    "1",
  ]);
});

test("`reset` drops key changes that are not committed", () => {
  made.store.keys.hold(session("ana", 1));
  made.store.keys.reset();
  expect(made.store.keys.read("session", "ana")).toBeUndefined();
});
