import { beforeEach, expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { Drafts } from "#web/lib/storage/drafts.ts";
import type { FileStore, UnsentFile } from "#web/lib/storage/file-store.ts";
import { KeptFiles, MOST_BYTES } from "./kept-files.ts";
import type { Outgoing, OutgoingContent } from "./outbox-model.ts";

const rows = new Map<string, UnsentFile>();
const store: FileStore = {
  load: async () => new Map(rows),
  put: async (_, key, row) => void rows.set(key, row),
  remove: async (_, key) => void rows.delete(key),
  clear: async () => rows.clear(),
};
const messages = signal<readonly MessageAnswer[]>([]);
const sent: OutgoingContent[] = [];
let ids = 0;
let files: KeptFiles;
beforeEach(() => {
  rows.clear();
  messages.value = [];
  sent.length = 0;
  ids = 0;
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

/** The composer of a ticket. */
const tray = () =>
  new Composer({
    ticketId: 5,
    drafts: new Drafts({
      load: async () => new Map(),
      put: async () => undefined,
      remove: async () => undefined,
    }),
    send: (content) => sent.push(content),
    addNote: async () => undefined,
    edit: async () => undefined,
    tellTyping: () => undefined,
    newId: () => `f-${++ids}`,
    previewOf: () => "",
    endPreview: () => undefined,
  });

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

test("files chosen for a ticket are restored after a reload in their order, with ids and captions", async () => {
  const before = tray();
  await files.follow(5, before, messages);
  before.attach([picture("a.png"), picture("b.png")]);
  before.setCaption("f-1", "a primeira");
  await files.settled();
  const after = tray();
  await files.follow(5, after, messages);
  expect(after.attachments.value.map(({ id, file, caption }) => [id, file.name, caption])).toEqual([
    ["f-1", "a.png", "a primeira"],
    ["f-2", "b.png", ""],
  ]);
  after.detachAll();
  await files.settled();
  expect(rows.size).toBe(0);
});

test("a sent file is not chosen again when the page reloads before its row is removed", async () => {
  const before = tray();
  await files.follow(5, before, messages);
  before.attach([picture("a.png"), picture("b.png")]);
  await files.settled();
  await before.submit();
  expect(sent.map(({ clientMessageId }) => clientMessageId)).toEqual(["f-1", "f-2"]);
  // The rows of the browser as they were at the reload: one message is stored, the other is still being sent.
  rows.set("tray:5:f-1", { file: picture("a.png"), text: "", voice: false, at: 1 });
  rows.set("tray:5:f-2", { file: picture("b.png"), text: "", voice: false, at: 2 });
  rows.set("out:5:f-2", { file: picture("b.png"), text: "", voice: false, at: 2 });
  const after = tray();
  await files.follow(5, after, messages);
  messages.value = [{ clientMessageId: "f-1" } as MessageAnswer];
  expect(after.attachments.value).toEqual([]);
  await files.settled();
  expect([...rows.keys()]).toEqual(["out:5:f-2"]);
});

test("files of another ticket are not changed", async () => {
  const five = tray();
  await files.follow(5, five, messages);
  five.attach([picture()]);
  const six = tray();
  await files.follow(6, six, messages);
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
  await chats.follow(5, inChat, messages);
  inChat.attach([picture("foto.png")]);
  await chats.settled();
  const inTicket = tray();
  await files.follow(5, inTicket, messages);
  expect(inTicket.attachments.value).toEqual([]);
});
