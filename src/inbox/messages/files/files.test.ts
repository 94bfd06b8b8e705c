import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { InboundMedia } from "#channels/connections/index.ts";
import { png } from "#channels/media/testing.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { messageJobs } from "#inbox/messages/jobs.ts";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { contactById, eraseContact } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { downloadNow } from "./fetch-missing.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const now = () => s.clock.now();
const job = async (name: string) => {
  await messageJobs.find((each) => each.name === name)?.run(s.installation);
  await s.settle();
};
const pathOf = (name: string) => join(s.tenant.mediaDirectory, "2026-11", name);
const media = (file: InboundMedia["file"], fields: Partial<InboundMedia> = {}) => ({
  type: "media" as const,
  caption: "",
  media: {
    kind: "image" as const,
    mimeType: "image/png",
    fileName: null,
    voice: false,
    sticker: false,
    duration: null,
    file,
    ...fields,
  },
});
/** A file as the driver stores it: downloaded, in the media directory. */
const stored = (name: string, bytes: Uint8Array): InboundMedia["file"] => {
  const path = pathOf(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return { state: "stored", path, size: bytes.length, sha256: name };
};
const missing = { state: "missing", handle: "handle-1" } as const;
const big = Buffer.alloc(700_000, 1);
const file = () =>
  s.row<Record<string, unknown>>("SELECT state, path, width, height, name, attempts FROM media_file");

describe("a file of a customer", () => {
  test("a received picture is shown with its dimensions as soon as they are measured", async () => {
    s.receive(wrote(maria, media(stored("a.png", await png(40, 30))), now()));
    await becomesTrue(() => file()?.["width"] !== null);
    expect(file()).toMatchObject({
      state: "stored",
      path: "2026-11/a.png",
      width: 40,
      height: 30,
      name: "image.png",
    });
    expect(s.heard.to(s.admin, "appMessage")[0]).toMatchObject({
      message: {
        mediaType: "image",
        mediaState: "stored",
        mediaUrl: expect.stringContaining("/media/1/1/image.png?e="),
      },
    });
  });

  test("a voice note is shown with the waveform, and a video with the dimensions, that the sender's phone sent", () => {
    const waveform = Buffer.from([0, 40, 100]).toString("base64");
    s.receive(wrote(maria, media(missing, { kind: "audio", mimeType: "audio/ogg", waveform }), now()));
    const size = { width: 720, height: 1280 };
    s.receive(wrote(maria, media(missing, { kind: "video", mimeType: "video/mp4", size }), now()));
    expect(s.heard.to(s.admin, "appMessage").map(({ message }) => message)).toMatchObject([
      { mediaType: "audio", waveform, width: null },
      { mediaType: "video", waveform: null, width: 720, height: 1280 },
    ]);
  });

  test("a file is served with a valid MIME type, independent of the type that its sender declared", async () => {
    const called = [
      "image/png; x=1",
      "text/html\r\nSet-Cookie: a=b",
      "imagem",
      "IMAGE/PNG",
      `image/${"x".repeat(90)}`,
    ];
    for (const [n, mimeType] of called.entries())
      s.receive(wrote(maria, media(stored(`t${n}.png`, await png()), { mimeType }), now()));
    expect(
      s
        .rows<{ type: string }>("SELECT mime_type AS type FROM media_file ORDER BY id")
        .map(({ type }) => type),
    ).toEqual([
      "image/png",
      "application/octet-stream",
      "application/octet-stream",
      "image/png",
      "application/octet-stream",
    ]);
  });

  test("the file of a skipped message is removed from disk", async () => {
    const group = {
      name: "Família",
      identities: [{ kind: "group", value: "9", address: "9@g.us" }],
    } as const;
    s.receive(wrote(group, media(stored("g.png", await png())), now(), { participant: maria.identities }));
    await becomesTrue(() => !existsSync(pathOf("g.png")));
    const first = wrote(maria, media(stored("m.png", await png())), now());
    s.receive(first);
    s.receive({ ...first, eventKey: "repeated" });
    await s.settle();
    expect(existsSync(pathOf("m.png"))).toBe(true);
  });

  test("a file that could not be fetched on arrival is retried and then shown in its message", async () => {
    s.receive(wrote(maria, media(missing), now()));
    expect(s.row("SELECT body FROM message")).toEqual({ body: "[mídia indisponível]" });
    expect(file()).toMatchObject({ state: "pending", path: null });
    await job("media_retry");
    expect(file()).toMatchObject({ attempts: 0 });
    s.clock.advance(60_000);
    await job("media_retry");
    expect(file()).toMatchObject({ state: "pending", attempts: 1 });
    const bytes = await png();
    s.provider.answers.downloadMedia = (handle) =>
      handle === missing.handle ? (stored("late.png", bytes) as never) : null;
    s.clock.advance(5 * 60_000);
    await job("media_retry");
    expect(file()).toMatchObject({ state: "stored", path: "2026-11/late.png" });
    expect(s.row("SELECT body FROM message")).toEqual({ body: "" });
  });

  test("a file is discarded when its sender is erased during the download", async () => {
    s.receive(wrote(maria, media(missing), now()));
    run(s.tenant.db, "UPDATE ticket SET status = 'closed'");
    s.provider.answers.downloadMedia = () => {
      s.tenant.write((unit) => eraseContact(unit, contactById(unit.db, 1) as never));
      return stored("late.png", big) as never;
    };
    s.clock.advance(60_000);
    await job("media_retry");
    expect(s.rows("SELECT 1 FROM media_file")).toEqual([]);
    expect(existsSync(pathOf("late.png"))).toBe(false);
  });

  test("a file that several concurrent requests download is stored once", async () => {
    s.receive(wrote(maria, media(missing), now()));
    let asked = 0;
    s.provider.answers.downloadMedia = () => {
      asked += 1;
      return stored(`once${asked}.png`, big) as never;
    };
    const answers = await Promise.all([1, 2, 3].map(() => downloadNow(s.admin, 1)));
    expect([asked, ...answers.map(({ mediaState }) => mediaState)]).toEqual([
      3,
      "stored",
      "stored",
      "stored",
    ]);
    expect([1, 2, 3].filter((n) => existsSync(pathOf(`once${n}.png`)))).toHaveLength(1);
    expect(s.row("SELECT bytes, files FROM media_usage")).toEqual({ bytes: 700_000, files: 1 });
  });

  test("erasing a contact deletes the file of an unprocessed message from it", async () => {
    s.receive(wrote(maria, "Oi", now()));
    run(s.tenant.db, "UPDATE ticket SET status = 'closed'");
    storeEvents(s.tenant, s.connectionId, [wrote(maria, media(stored("w.png", big)), now())]);
    s.tenant.write((unit) => eraseContact(unit, contactById(unit.db, 1) as never));
    await becomesTrue(() => !existsSync(pathOf("w.png")));
    expect(s.rows("SELECT 1 FROM inbound_event")).toEqual([]);
  });

  test("a file is marked missing after five attempts and can still be downloaded manually", async () => {
    s.receive(wrote(maria, media(missing, { fileName: "nota.pdf", kind: "application" }), now()));
    for (const minutes of [1, 5, 30, 90, 220]) {
      s.clock.advance(minutes * 60_000);
      await job("media_retry");
    }
    expect(file()).toMatchObject({ state: "missing", attempts: 5, name: "nota.pdf" });
    const fetchAgain = () => downloadNow(s.admin, 1).catch((error: Error) => error.message);
    expect(await fetchAgain()).toBe("ERR_WAPP_DOWNLOAD_MEDIA");
    s.clock.advance(14 * 24 * 60 * 60_000);
    expect(await fetchAgain()).toBe("ERR_FETCH_WAPP_MSG");
    s.provider.answers.downloadMedia = () => stored("hand.pdf", Buffer.from("%PDF")) as never;
    expect(await downloadNow(s.admin, 1)).toMatchObject({ mediaState: "stored", body: "" });
  });

  test("a file waits for an offline connection without counting attempts", async () => {
    run(s.tenant.db, "UPDATE connection SET status = 'OPENING'");
    s.receive(wrote(maria, media(missing), now()));
    s.clock.advance(60_000);
    await job("media_retry");
    expect(file()).toMatchObject({ state: "pending", attempts: 0 });
    s.clock.advance(7 * 60 * 60_000);
    await job("media_retry");
    expect(file()).toMatchObject({ state: "missing" });
  });
});

describe("clean-up of processed events", () => {
  test("processed events are deleted after a week, failed ones after a month", async () => {
    s.receive(wrote(maria, "Oi", now()));
    s.receive(wrote(maria, "quebra", now()));
    run(s.tenant.db, "UPDATE inbound_event SET state = 'failed' WHERE id = 2");
    s.clock.advance(8 * 24 * 60 * 60_000);
    await job("message_clean_up");
    expect(s.rows("SELECT id FROM inbound_event")).toEqual([{ id: 2 }]);
    s.clock.advance(23 * 24 * 60 * 60_000);
    await job("message_clean_up");
    expect(s.rows("SELECT id FROM inbound_event")).toEqual([]);
    expect(s.rows("SELECT 1 FROM message")).toHaveLength(2);
  });
});

describe("a company without room for files", () => {
  const limit = (mb: number) => {
    run(s.installation.system, "UPDATE plan SET storage_mb = ?", mb);
    s.installation.tenants.refresh(s.tenant.id);
  };
  const withHandle = (name: string) =>
    ({ ...stored(name, big), handle: `handle-${name}` }) as InboundMedia["file"];
  const states = () =>
    s.rows<{ state: string }>("SELECT state FROM media_file ORDER BY id").map(({ state }) => state);

  test("a company with full storage gets messages without their files; a file is downloaded once there is space", async () => {
    limit(1);
    s.receive(wrote(maria, media(withHandle("one.bin")), now()));
    s.receive(wrote(maria, { ...media(withHandle("two.bin")), caption: "Segue o comprovante" }, now()));
    await becomesTrue(() => !existsSync(pathOf("two.bin")));
    expect(states()).toEqual(["stored", "no_room"]);
    expect(s.row("SELECT count(*) AS n FROM message")).toEqual({ n: 2 });
    expect(s.row("SELECT body FROM message WHERE id = 2")).toEqual({ body: "Segue o comprovante" });
    expect(s.rows("SELECT code FROM notice")).toEqual([{ code: "storage_full" }]);
    // A manual download returns the reason of its failure.
    const refusal = await downloadNow(s.admin, 2).catch((error: Error) => error.message);
    expect(refusal).toBe("ERR_MEDIA_QUOTA");
    s.provider.answers.downloadMedia = (handle) =>
      handle === "handle-two.bin" ? (stored("again.bin", big) as never) : null;
    s.clock.advance(60 * 60_000);
    await job("media_retry");
    expect(states()).toEqual(["stored", "no_room"]);
    limit(2);
    s.clock.advance(60 * 60_000);
    await job("media_retry");
    expect(states()).toEqual(["stored", "stored"]);
    expect(s.row("SELECT bytes, files FROM media_usage")).toEqual({ bytes: 1_400_000, files: 2 });
  });

  test("a file can be downloaded manually once there is free storage", async () => {
    limit(1);
    s.receive(wrote(maria, media(withHandle("one.bin")), now()));
    s.receive(wrote(maria, media(withHandle("two.bin")), now()));
    run(s.tenant.db, "UPDATE media_file SET state = 'missing', path = NULL WHERE id = 1");
    s.provider.answers.downloadMedia = () => stored("hand.bin", big) as never;
    expect(await downloadNow(s.admin, 2)).toMatchObject({ mediaState: "stored" });
  });
});
