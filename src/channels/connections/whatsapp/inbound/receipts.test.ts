import { afterEach, beforeEach, expect, test } from "bun:test";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { isAckReceipt, receiptEvents } from "./receipts.ts";

let made: ReturnType<typeof temporaryStore>;
beforeEach(() => {
  made = temporaryStore();
});
afterEach(() => made.dispose());

const ANA = "5511911110001@s.whatsapp.net";
const acks = (attrs: Record<string, string>, ...ids: string[]) =>
  receiptEvents(
    { kind: "receipt", seq: 1, attrs: { from: ANA, t: "1700000000", ...attrs }, ids },
    made.store,
  ).flatMap((event) => (event.kind === "ack" ? [`${event.providerId}:${event.ack}`] : []));

test("only delivery and read receipts of other people raise the ack status", () => {
  const own = made.store.own();
  expect(isAckReceipt({ from: ANA, type: "read" }, own)).toBe(true);
  expect(isAckReceipt({ from: ANA }, own)).toBe(true);
  expect(isAckReceipt({ from: ANA, type: "retry" }, own)).toBe(false);
  expect(isAckReceipt({ from: "5511900000001@s.whatsapp.net", recipient: ANA, type: "read" }, own)).toBe(
    false,
  );
  expect(isAckReceipt({ from: "1@g.us", participant: "900:3@lid" }, own)).toBe(false);
});

test("an ack status only rises, and one receipt may name many messages", () => {
  made.store.sent.save("A", ANA, Buffer.from("x"), 1);
  expect(acks({ type: "read" }, "A", "B")).toEqual(["A:4", "B:4"]);
  expect(acks({}, "A")).toEqual([]);
  expect(acks({ type: "played" }, "A")).toEqual(["A:5"]);
  expect(acks({ type: "hist_sync" }, "A")).toEqual([]);
});

test("an ack status raised before a kill is reported when its row is read again", () => {
  made.store.sent.save("A", ANA, Buffer.from("x"), 1);
  expect(acks({ type: "read" }, "A")).toEqual(["A:4"]);
  expect(acks({ type: "read" }, "A")).toEqual(["A:4"]);
  expect(acks({}, "A")).toEqual([]);
});

test("a group message is read when all other members have read it", () => {
  const participants = ["551", "552", "5511900000001"].map((user) => ({ id: `${user}@s.whatsapp.net` }));
  made.store.groups.save({ id: "1@g.us", subject: "x", participants } as never, 1);
  made.store.sent.save("A", "1@g.us", Buffer.from("x"), 1);
  const by = (participant: string, type?: string) =>
    acks({ from: "1@g.us", participant, ...(type ? { type } : {}) }, "A");
  expect(by("551@s.whatsapp.net")).toEqual(["A:2"]);
  expect(by("551@s.whatsapp.net", "read")).toEqual(["A:2"]);
  expect(by("551:9@s.whatsapp.net", "read")).toEqual(["A:2"]);
  expect(by("552@s.whatsapp.net", "read")).toEqual(["A:4"]);
});

test("a receipt in a group names its member and what that member did, also after all have read", () => {
  const participants = ["551", "5511900000001"].map((user) => ({ id: `${user}@s.whatsapp.net` }));
  made.store.groups.save({ id: "1@g.us", subject: "x", participants } as never, 1);
  made.store.sent.save("A", "1@g.us", Buffer.from("x"), 1);
  const by = (attrs: Record<string, string>) =>
    receiptEvents(
      { kind: "receipt", seq: 1, attrs: { from: "1@g.us", t: "1700000000", ...attrs }, ids: ["A"] },
      made.store,
    ).map(
      (event) =>
        event.kind === "ack" && [
          event.ack,
          event.member?.ack,
          event.member?.identities.map(({ value }) => value),
        ],
    );
  const lid = { participant: "900551@lid", participant_pn: "551@s.whatsapp.net" };
  expect(by({ participant: "551@s.whatsapp.net", type: "read" })).toEqual([[4, 4, ["551"]]]);
  expect(by(lid)).toEqual([[2, 2, ["551", "900551"]]]);
  expect(by({ ...lid, type: "played" })).toEqual([[5, 5, ["551", "900551"]]]);
});

test("a receipt of one customer for a message to another is ignored", () => {
  made.store.sent.save("A", ANA, Buffer.from("x"), 1);
  expect(acks({ from: "5511922220002@s.whatsapp.net", type: "read" }, "A")).toEqual([]);
  expect(acks({ from: "1@g.us", participant: "551@s.whatsapp.net" }, "A")).toEqual([]);
  expect(acks({ type: "read" }, "A")).toEqual(["A:4"]);
});

test("a receipt under the privacy id counts for a message to the number, also from a second device", () => {
  made.store.keys.write({ "lid-mapping": { "5511911110001": "900111", "900111_reverse": "5511911110001" } });
  made.store.sent.save("A", ANA, Buffer.from("x"), 1);
  expect(acks({ from: "900111:3@lid" }, "A")).toEqual(["A:2"]);
  made.store.sent.save("B", ANA, Buffer.from("x"), 1);
  expect(acks({ from: "900111@lid", sender_pn: ANA, type: "read" }, "B")).toEqual(["B:4"]);
});
