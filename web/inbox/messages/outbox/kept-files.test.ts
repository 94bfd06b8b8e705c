import { beforeEach, expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { Attachment } from "#web/inbox/messages/composer/attachments.ts";
import type { FileStore, UnsentFile } from "#web/lib/storage/file-store.ts";
import { KeptFiles, MOST_BYTES } from "./kept-files.ts";
import type { Outgoing } from "./outbox-model.ts";

const rows = new Map<string, UnsentFile>();
const store: FileStore = {
  load: async () => new Map(rows),
  put: async (_, key, row) => void rows.set(key, row),
  remove: async (_, key) => void rows.delete(key),
  clear: async () => rows.clear(),
};
let files: KeptFiles;
beforeEach(() => {
  rows.clear();
  files = new KeptFiles(
    store,
    () => "3:7",
    () => Date.UTC(2026, 10, 20),
  );
});

const picture = (name = "a.png", bytes = 3) => new File([new Uint8Array(bytes)], name, { type: "image/png" });
const message = (file: File | null): Outgoing => ({
  clientMessageId: "m-1",
  ticketId: 5,
  body: "Segue a nota",
  file,
  voice: false,
  quoted: null,
  createdAt: "",
  state: "sending",
  progress: 0,
  error: null,
});

/** A simulated composer with chosen files. */
function tray() {
  const attachments = signal<readonly Attachment[]>([]);
  let id = 0;
  const add = (file: File): Attachment => ({
    id: `f-${++id}`,
    file,
    kind: "image",
    caption: "",
    preview: null,
  });
  return {
    attachments,
    attach(chosen: readonly File[]) {
      attachments.value = [...attachments.peek(), ...chosen.map(add)];
      return [];
    },
    setCaption(wanted: string, caption: string) {
      attachments.value = attachments.peek().map((one) => (one.id === wanted ? { ...one, caption } : one));
    },
  };
}

test("a file being sent when the page closed is restored as unsent, with its caption", async () => {
  expect(files.keep(message(picture()))).toBe(true);
  await files.settled();
  expect(await files.unsent()).toMatchObject([
    { clientMessageId: "m-1", ticketId: 5, body: "Segue a nota", state: "failed", file: { name: "a.png" } },
  ]);
});

test("a sent file is removed, and large or empty ones are never stored", async () => {
  files.keep(message(picture()));
  files.forget(message(picture()));
  expect(files.keep(message(picture("film.mp4", MOST_BYTES + 1)))).toBe(false);
  expect(files.keep(message(null))).toBe(false);
  await files.settled();
  expect(rows.size).toBe(0);
});

test("files chosen for a ticket are restored after a reload, with their captions", async () => {
  const before = tray();
  await files.follow(5, before);
  before.attach([picture("a.png"), picture("b.png")]);
  before.setCaption("f-2", "a segunda");
  await files.settled();
  const after = tray();
  await files.follow(5, after);
  expect(after.attachments.value.map(({ file, caption }) => [file.name, caption])).toEqual([
    ["a.png", ""],
    ["b.png", "a segunda"],
  ]);
  after.attachments.value = [];
  await files.settled();
  expect(rows.size).toBe(0);
});

test("files of another ticket are not changed", async () => {
  const five = tray();
  await files.follow(5, five);
  five.attach([picture()]);
  const six = tray();
  await files.follow(6, six);
  expect(six.attachments.value).toEqual([]);
  await files.settled();
  expect(rows.size).toBe(1);
});

test("stored files of a chat and of a ticket with the same id are separate", async () => {
  const chats = new KeptFiles(store, () => "3:7", Date.now, "chat");
  chats.keep({ ...message(picture("escala.png")), clientMessageId: "c-1" });
  files.keep(message(picture("nota.png")));
  await Promise.all([chats.settled(), files.settled()]);
  expect(await chats.unsent()).toMatchObject([{ clientMessageId: "c-1", file: { name: "escala.png" } }]);
  expect(await files.unsent()).toMatchObject([{ clientMessageId: "m-1", file: { name: "nota.png" } }]);
  const inChat = tray();
  await chats.follow(5, inChat);
  inChat.attach([picture("foto.png")]);
  await chats.settled();
  const inTicket = tray();
  await files.follow(5, inTicket);
  expect(inTicket.attachments.value).toEqual([]);
});
