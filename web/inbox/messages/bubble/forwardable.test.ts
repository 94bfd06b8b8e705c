import { expect, test } from "bun:test";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { isForwardable } from "./forwardable.ts";

const file = { mediaType: "image", mediaUrl: "/media/1/2/bolo.jpg?s=x", mediaName: "bolo.jpg" } as const;

test("texts and stored files are offered for forwarding", () => {
  expect(isForwardable(sampleMessage({ body: "Bom dia" }))).toBe(true);
  expect(isForwardable(sampleMessage({ ...file, body: "" }))).toBe(true);
});

test("a message that cannot be sent again is not offered for forwarding", () => {
  for (const message of [
    sampleMessage({ isDeleted: true }),
    sampleMessage({ id: -1 }),
    sampleMessage({ body: " " }),
    sampleMessage({ ...file, mediaUrl: null }),
    sampleMessage({ ...file, sticker: true }),
    sampleMessage({ mediaType: "locationMessage", body: "{}" }),
    sampleMessage({ mediaType: "vcard", body: "BEGIN:VCARD" }),
    sampleMessage({ mediaType: "call_log", body: "" }),
  ])
    expect(isForwardable(message)).toBe(false);
});
