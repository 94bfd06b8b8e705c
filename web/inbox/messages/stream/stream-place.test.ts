import { expect, test } from "bun:test";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { grewAtStart, unseenAfter } from "./stream-place.ts";
import type { Row } from "./timeline.ts";

const message = (id: number, fromMe = false): Row => ({
  kind: "message",
  key: `m${id}`,
  message: sampleMessage({ id, fromMe }),
  first: true,
  last: true,
});
const album = (...ids: number[]): Row => ({
  kind: "album",
  key: `a${ids[0]}`,
  messages: ids.map((id) => sampleMessage({ id, mediaType: "image" })),
  first: true,
  last: true,
});
const unread: Row = { kind: "unread", key: "unread", count: 3 };

test("the scroll button counts the contact's messages below the last visible row, each picture of an album", () => {
  const rows = [message(1), message(2), message(3, true), album(4, 5, 6), message(7)];
  expect(unseenAfter(rows, "m2")).toBe(4);
  expect(unseenAfter(rows, "m7")).toBe(0);
});

test("a conversation opened at the unread line shows how many messages are below", () => {
  expect(unseenAfter([message(1), unread, message(2), album(3, 4)], "")).toBe(3);
  expect(unseenAfter([message(1), message(2)], "")).toBe(0);
});

test("older messages loaded at the start count as growth above the visible rows, new ones do not", () => {
  const now = [message(5), message(6)];
  expect(grewAtStart(now, [message(4), ...now])).toBe(true);
  expect(grewAtStart(now, [...now, message(7)])).toBe(false);
});
