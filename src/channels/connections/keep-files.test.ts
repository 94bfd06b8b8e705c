import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { keepFiles } from "./keep-files.ts";
import type { InboundBatch, InboundEvent } from "./provider.ts";

let s3: S3Simulator;
let app: TestApp;
let tenant: Tenant;
beforeEach(async () => {
  s3 = startS3();
  app = await startTestApp({
    env: {
      MEDIA_S3_BUCKET: s3.bucket,
      MEDIA_S3_ENDPOINT: s3.endpoint,
      MEDIA_S3_REGION: "sa-east-1",
      MEDIA_S3_ACCESS_KEY: s3.key.id,
      MEDIA_S3_SECRET_KEY: s3.key.secret,
    },
    hasMediaBucket: true,
  });
  tenant = app.company("Padaria");
});
afterEach(async () => {
  await app.stop();
  await s3.stop();
});

type Content = Extract<InboundEvent, { kind: "message" }>["content"];
const event = (content: Content) =>
  ({ kind: "message", eventKey: crypto.randomUUID(), content }) as InboundEvent;
const batch = (...contents: Content[]): InboundBatch =>
  ({ id: 1, events: contents.map(event), behind: 0 }) as InboundBatch;
const text = { type: "text", text: "oi" } as const;

/** A picture that the session wrote into the media directory. */
async function picture(): Promise<Extract<Content, { type: "media" }>> {
  const path = join(tenant.mediaDirectory, "a-handle.jpg");
  await Bun.write(path, "a picture");
  const sha256 = new Bun.CryptoHasher("sha256").update("a picture").digest("hex");
  return {
    type: "media",
    caption: "",
    media: {
      kind: "image",
      mimeType: "image/jpeg",
      fileName: null,
      voice: false,
      sticker: false,
      duration: null,
      file: { state: "stored", path, size: 9, sha256, handle: "a-handle" },
    },
  };
}
const contents = (kept: InboundBatch | undefined) =>
  kept?.events.map((one) => (one.kind === "message" ? one.content : null));

describe("the files of received messages", () => {
  test("a batch of texts is accepted without waiting for the media storage", () => {
    expect(keepFiles(tenant, batch(text, text))).toBeUndefined();
  });

  test("the files of received messages are in the bucket before their unchanged events are accepted", async () => {
    const given = batch(text, await picture());
    const kept = await keepFiles(tenant, given);
    expect(kept?.events).toEqual(given.events);
    expect(s3.objects.size).toBe(1);
  });

  test("while the bucket does not respond, a message is accepted with a missing file that is downloaded later by its handle", async () => {
    s3.failing = 1000;
    const kept = await keepFiles(tenant, batch(text, await picture()));
    expect(contents(kept)).toMatchObject([
      text,
      { type: "media", media: { kind: "image", file: { state: "missing", handle: "a-handle" } } },
    ]);
    s3.asked.length = 0;
    await keepFiles(tenant, batch(await picture()));
    expect(s3.asked).toEqual([]); // After a failure the next message does not wait for the bucket.
  });

  test("the preview of a location is stored, and its message is accepted also while the bucket does not respond", async () => {
    const place = {
      type: "location",
      latitude: 1,
      longitude: 2,
      name: "",
      address: "",
      thumbnail: Buffer.from("a map").toString("base64"),
    } as const;
    const given = batch(place);
    expect((await keepFiles(tenant, given))?.events).toEqual(given.events);
    expect(s3.objects.size).toBe(1);
    s3.failing = 1000;
    expect((await keepFiles(tenant, given))?.events).toEqual(given.events);
    expect(existsSync(join(tenant.mediaDirectory, "incoming"))).toBe(true);
  });
});
