import { afterAll, expect, test } from "bun:test";
import type { JournalRow } from "#channels/connections/whatsapp/store/journal.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { createCallFollower } from "./calls.ts";

const { store, dispose } = temporaryStore();
afterAll(dispose);

type CallRow = Extract<JournalRow, { kind: "call" }>;
const row = (
  tag: string,
  id: string,
  more: Record<string, string> = {},
  stanza: Record<string, string> = {},
): CallRow => ({
  kind: "call",
  seq: 1,
  attrs: { from: "551@s.whatsapp.net", t: "1700000000", ...stanza },
  call: { tag, video: false, attrs: { "call-id": id, "call-creator": "551:2@s.whatsapp.net", ...more } },
});

test("a call is reported once, with its outcome", () => {
  const calls = createCallFollower(store.directory);
  const ends = (id: string, ...tags: string[]) =>
    tags.flatMap((tag) => calls.follow(row(tag, id), false).event?.outcome ?? []);
  expect(ends("1", "offer", "transport", "terminate", "terminate")).toEqual(["missed"]);
  expect(ends("2", "offer", "accept", "terminate")).toEqual(["answered"]);
  expect(ends("3", "offer", "reject")).toEqual(["rejected"]);
});

test("a call that rang while the session was offline is reported as missed", () => {
  const calls = createCallFollower(store.directory);
  expect(calls.follow(row("offer", "4", {}, { offline: "1" }), true)).toMatchObject({
    event: { outcome: "missed" },
    reject: null,
  });
});

test("the event of a refused call has the id and address to reject, and marks group calls", () => {
  const calls = createCallFollower(store.directory);
  const { event, reject } = calls.follow(row("offer", "5", { "group-jid": "1@g.us" }), true);
  expect(reject).toEqual({ callId: "5", from: "551:2@s.whatsapp.net" });
  expect(event).toMatchObject({
    outcome: "rejected",
    group: true,
    eventKey: "call:5",
    at: 1_700_000_000_000,
  });
  expect(event?.chat[0]?.value).toBe("551");
});
