import { afterEach, describe, expect, test } from "bun:test";
import { downloadMediaMessage, type WAMessage } from "@whiskeysockets/baileys";
import { pnJid } from "./jids.ts";
import { tinyJpeg } from "./media/pictures.ts";
import { voiceNote } from "./people/script.ts";
import { kindOf, textOf } from "./phones/content.ts";
import { harness } from "./testing/harness.ts";

const world = harness();
afterEach(() => world.network.faults.clear());

const downloaded = (message: WAMessage): Promise<Buffer> => downloadMediaMessage(message, "buffer", {});

describe("files from people", () => {
  test("a photo arrives with caption and preview, and its download has the same bytes", async () => {
    const marina = world.person();
    const photo = await tinyJpeg();
    const { id } = await marina.send.image(world.phone, photo, { caption: "Assim" });
    const got = await world.client.received(({ key }) => key.id === id);
    expect(got.message?.imageMessage).toMatchObject({ caption: "Assim", mimetype: "image/jpeg", width: 48 });
    expect(Buffer.compare(await downloaded(got), Buffer.from(photo))).toBe(0);
  });

  test("voice notes and documents keep their kind, name and bytes", async () => {
    const marina = world.person();
    const bytes = crypto.getRandomValues(new Uint8Array(70_000));
    const voice = await marina.send.voice(world.phone, bytes, { seconds: 7 });
    const file = await marina.send.document(world.phone, bytes, "orçamento.pdf", { caption: "Veja" });
    const gotVoice = await world.client.received(({ key }) => key.id === voice.id);
    const gotFile = await world.client.received(({ key }) => key.id === file.id);
    expect(gotVoice.message?.audioMessage).toMatchObject({ ptt: true, seconds: 7 });
    expect(gotFile.message?.documentWithCaptionMessage?.message?.documentMessage).toMatchObject({
      fileName: "orçamento.pdf",
      caption: "Veja",
    });
    expect(Buffer.compare(await downloaded(gotFile), Buffer.from(bytes))).toBe(0);
  });
});

test("a voice note contains the waveform that the phone recorded", async () => {
  const marina = world.person();
  const { id } = await marina.send.voice(world.phone, await voiceNote(6), { seconds: 6 });
  const { message } = await world.client.received(({ key }) => key.id === id);
  const bars = [...(message?.audioMessage?.waveform ?? [])];
  expect(bars).toHaveLength(64);
  expect(Math.min(...bars)).toBeLessThan(20);
  expect(Math.max(...bars)).toBe(100);
});

describe("files from the client", () => {
  test("a picture is uploaded, and the person downloads it authenticated by its hashes", async () => {
    const marina = world.person();
    const photo = Buffer.from(await tinyJpeg());
    const content = { image: photo, caption: "Cardápio", jpegThumbnail: "" };
    await world.client.socket.sendMessage(pnJid(marina.number), content);
    const message = await marina.received(({ content: got }) => kindOf(got) === "image");
    expect(textOf(message.content)).toBe("Cardápio");
    expect(Buffer.compare(await marina.download(message), photo)).toBe(0);
  });

  test("a played voice note gets a played receipt", async () => {
    const marina = world.person();
    const audio = Buffer.from(new Uint8Array(300));
    const content = { audio, ptt: true, seconds: 2, waveform: new Uint8Array(64) };
    const sent = await world.client.socket.sendMessage(pnJid(marina.number), content);
    await marina.received(({ id }) => id === sent?.key.id);
    marina.read(world.phone);
    await world.client.until(() => (world.client.statusOf(sent?.key.id ?? "") === 5 ? true : undefined));
  });

  test("the client gets an error from a failed upload", async () => {
    world.network.faults.add({ kind: "media", direction: "upload", status: 500 });
    const content = { image: Buffer.from(await tinyJpeg()), jpegThumbnail: "" };
    const sending = world.client.socket.sendMessage(pnJid(world.person().number), content);
    expect(await sending.catch(String)).toContain("upload failed");
  });
});

describe("broken files", () => {
  test("the download of an expired file fails with 410, and a corrupted file does not match its hash", async () => {
    const marina = world.person();
    const photo = await tinyJpeg();
    const { id } = await marina.send.image(world.phone, photo);
    const got = await world.client.received(({ key }) => key.id === id);
    world.network.faults.add({ kind: "media", direction: "download", status: 410, times: 1 });
    expect(await downloaded(got).catch((error) => error.output.statusCode)).toBe(410);
    world.network.faults.add({ kind: "media", direction: "download", isCorrupt: true, times: 1 });
    expect(Buffer.compare(await downloaded(got), Buffer.from(photo))).not.toBe(0);
  });
});

describe("profile pictures", () => {
  test("a profile picture has a URL, and a person without one has none", async () => {
    const marina = world.person();
    marina.picture = await tinyJpeg(10, 20, 30);
    const url = await world.client.socket.profilePictureUrl(pnJid(marina.number), "image");
    const response = await fetch(url ?? "");
    expect(await response.bytes()).toEqual(new Uint8Array(marina.picture));
    const missing = world.client.socket.profilePictureUrl(pnJid(world.person().number), "image");
    expect(await missing.catch((error) => error.data)).toBe(404);
  });
});
