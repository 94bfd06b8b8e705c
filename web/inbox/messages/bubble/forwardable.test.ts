import { expect, test } from "bun:test";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { forwardable } from "./forwardable.ts";

const file = { mediaType: "image", mediaUrl: "/media/1/2/bolo.jpg?s=x", mediaName: "bolo.jpg" } as const;

test("a text is forwarded without the signature of its author", () => {
  expect(forwardable(sampleMessage({ fromMe: true, body: "*Ana Lima:*\nBom dia" }))).toEqual({
    body: "Bom dia",
    enclosed: null,
  });
  // A customer may write in bold what looks like a signature.
  expect(forwardable(sampleMessage({ fromMe: false, body: "*Total:*\n10" }))?.body).toBe("*Total:*\n10");
});

test("a file is forwarded by its stored address, with its caption", () => {
  expect(forwardable(sampleMessage({ ...file, body: "Este" }))).toEqual({
    body: "Este",
    enclosed: { url: file.mediaUrl, name: "bolo.jpg" },
  });
});

test("a message that cannot be sent again is not offered for forwarding", () => {
  for (const message of [
    sampleMessage({ isDeleted: true }),
    sampleMessage({ id: -1 }),
    sampleMessage({ body: " " }),
    sampleMessage({ ...file, mediaUrl: null }),
    sampleMessage({ mediaType: "locationMessage", body: "{}" }),
    sampleMessage({ mediaType: "vcard", body: "BEGIN:VCARD" }),
    sampleMessage({ mediaType: "call_log", body: "" }),
  ])
    expect(forwardable(message)).toBeNull();
});
