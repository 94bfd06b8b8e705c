import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { type Draft, Drafts } from "#web/lib/storage/drafts.ts";
import { DRAFT_DELAY_MS } from "./composer-drafts.ts";
import { Composer } from "./composer-model.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function desk(stored: ReadonlyMap<string, Draft> | Promise<ReadonlyMap<string, Draft>> = new Map()) {
  const sent: OutgoingContent[] = [];
  const notes: string[] = [];
  const edits: [MessageAnswer, string][] = [];
  const ended: string[] = [];
  let works = true;
  let ids = 0;
  let typing = 0;
  const drafts = new Drafts({
    load: async () => stored,
    put: async () => undefined,
    remove: async () => undefined,
  });
  const composer = new Composer({
    ticketId: 1,
    drafts,
    send: (content) => sent.push(content),
    addNote: async (text) => {
      if (!works) throw new Error("down");
      notes.push(text);
    },
    edit: async (message, text) => {
      if (!works) throw new Error("down");
      edits.push([message, text]);
    },
    tellTyping: () => {
      typing += 1;
    },
    newId: () => `a${++ids}`,
    previewOf: (file) => `blob:${file.name}`,
    endPreview: (address) => ended.push(address),
  });
  return {
    composer,
    drafts,
    sent,
    notes,
    edits,
    ended,
    typing: () => typing,
    breakDown: () => (works = false),
  };
}
const file = (name: string, type = "image/jpeg", bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type });

test("a text is sent once and trimmed, and the box is empty afterwards", async () => {
  const { composer, sent, drafts } = desk();
  composer.setText("  Oi  ");
  await composer.submit();
  await composer.submit();
  expect(sent.map(({ body }) => body)).toEqual(["Oi"]);
  expect(composer.text.value).toBe("");
  expect(drafts.peek("ticket:1")).toBeUndefined();
});

test("a text of white space is not sent", async () => {
  const { composer, sent } = desk();
  composer.setText(" \n\t ");
  expect(await composer.submit()).toBe("nothing");
  expect(sent).toEqual([]);
});

test("a draft is saved shortly after the last key and restored later", async () => {
  const { composer, drafts } = desk();
  composer.setText("Oi Carla");
  expect(drafts.peek("ticket:1")).toBeUndefined();
  jest.advanceTimersByTime(DRAFT_DELAY_MS);
  expect(drafts.peek("ticket:1")?.text).toBe("Oi Carla");
  const later = desk(new Map([["ticket:1", { text: "Oi Carla", at: 0 }]]));
  await later.drafts.open("3:7");
  expect(later.composer.text.value).toBe("Oi Carla");
});

test("letters typed before the stored draft is loaded follow it", async () => {
  const loading = Promise.withResolvers<ReadonlyMap<string, Draft>>();
  const { composer, drafts } = desk(loading.promise);
  const opening = drafts.open("3:7");
  composer.setText("Car");
  jest.advanceTimersByTime(DRAFT_DELAY_MS);
  composer.setText("Carla");
  loading.resolve(new Map([["ticket:1", { text: "Oi ", at: 0, version: 4, isStored: true }]]));
  await opening;
  expect(composer.text.value).toBe("Oi Carla");
  jest.advanceTimersByTime(DRAFT_DELAY_MS);
  expect(drafts.peek("ticket:1")).toMatchObject({ text: "Oi Carla", version: 4 });
  expect(drafts.peek("ticket:1")?.isStored).toBeUndefined();
});

test("a text typed and stored before the stored draft is loaded follows it", async () => {
  const { composer, drafts } = desk(new Map([["ticket:1", { text: "Oi ", at: 0 }]]));
  const opening = drafts.open("3:7");
  composer.setText("Carla");
  composer.flush();
  await opening;
  expect(composer.text.value).toBe("Oi Carla");
});

test("leaving the ticket saves the draft immediately", () => {
  const { composer, drafts } = desk();
  composer.setText("meio");
  composer.flush();
  expect(drafts.peek("ticket:1")?.text).toBe("meio");
});

test("an internal note is not sent to the contact and has its own draft", async () => {
  const { composer, sent, notes, typing } = desk();
  composer.setText("para o cliente");
  composer.setMode("note");
  expect(composer.text.value).toBe("");
  composer.setText("para nós");
  await composer.submit();
  expect(notes).toEqual(["para nós"]);
  expect(sent).toEqual([]);
  expect(typing()).toBe(1);
  composer.setMode("message");
  expect(composer.text.value).toBe("para o cliente");
});

test("a note that could not be stored stays in the box", async () => {
  const { composer, breakDown } = desk();
  composer.setMode("note");
  composer.setText("importante");
  breakDown();
  await expect(composer.submit()).rejects.toThrow("down");
  expect(composer.text.value).toBe("importante");
  expect(composer.busy.value).toBe(false);
});

test("a reply is sent with its quoted message, once", async () => {
  const { composer, sent } = desk();
  const asked = sampleMessage({ id: 5 });
  composer.replyTo(asked);
  composer.setText("Sim");
  await composer.submit();
  composer.setText("E mais");
  await composer.submit();
  expect(sent.map(({ quoted }) => quoted?.id ?? null)).toEqual([5, null]);
});

test("an edit changes the message and keeps the draft unchanged", async () => {
  const { composer, edits, sent } = desk();
  composer.setText("rascunho");
  composer.startEdit(sampleMessage({ id: 9, fromMe: true, body: "Oii" }), "Oii");
  composer.setText("Oi");
  await composer.submit();
  expect(edits.map(([message, text]) => [message.id, text])).toEqual([[9, "Oi"]]);
  expect(sent).toEqual([]);
  expect(composer.text.value).toBe("rascunho");
});

test("the text becomes the caption of the first file, and files are sent one by one, in order", async () => {
  const { composer, sent, ended } = desk();
  composer.setText("Veja");
  composer.attach([file("a.jpg"), file("b.pdf", "application/pdf")]);
  expect(composer.text.value).toBe("");
  composer.setCaption("a2", "o cardápio");
  await composer.submit();
  expect(sent.map(({ file: of, body }) => [of?.name, body])).toEqual([
    ["a.jpg", "Veja"],
    ["b.pdf", "o cardápio"],
  ]);
  expect(ended).toEqual(["blob:a.jpg"]);
  expect(composer.attachments.value).toEqual([]);
});

test("removing the files restores the text", () => {
  const { composer, ended } = desk();
  composer.setText("Veja");
  composer.attach([file("a.jpg")]);
  composer.detachAll();
  expect(composer.text.value).toBe("Veja");
  composer.attach([file("b.jpg")]);
  composer.detach("a2");
  expect(composer.text.value).toBe("Veja");
  expect(ended).toEqual(["blob:a.jpg", "blob:b.jpg"]);
});

test("programs, empty files and more than ten files are refused with the reason", () => {
  const { composer } = desk();
  const refused = composer.attach([
    file("virus.exe", "application/octet-stream"),
    file("nada.txt", "text/plain", 0),
    ...Array.from({ length: 11 }, (_, at) => file(`${at}.jpg`)),
  ]);
  expect(refused).toEqual([
    { name: "virus.exe", why: "type" },
    { name: "nada.txt", why: "empty" },
    { name: "10.jpg", why: "tooMany" },
  ]);
  expect(composer.attachments.value).toHaveLength(10);
});

test("Esc ends the edit and the reply, and never turns a note into a message", () => {
  const { composer } = desk();
  composer.replyTo(sampleMessage());
  expect(composer.escape()).toBe(true);
  composer.replyTo(sampleMessage());
  composer.setMode("note");
  expect(composer.escape()).toBe(false);
  expect([composer.mode.value, composer.reply.value === null]).toEqual(["note", false]);
});

test("a note that failed to be stored is never sent as a message, and both drafts stay apart", async () => {
  const { composer, sent, notes, breakDown } = desk();
  composer.setText("para o cliente");
  composer.setMode("note");
  composer.setText("@Bru ele está devendo");
  breakDown();
  await expect(composer.submit()).rejects.toThrow("down");
  await expect(composer.submit()).rejects.toThrow("down");
  composer.setMode("message");
  expect(composer.text.value).toBe("para o cliente");
  await composer.submit();
  expect([sent.map(({ body }) => body), notes]).toEqual([["para o cliente"], []]);
  composer.setMode("note");
  expect(composer.text.value).toBe("@Bru ele está devendo");
});

test("files restored while a note is written leave the note unchanged, and saving the note sends no file", async () => {
  const { composer, sent, notes } = desk();
  composer.setMode("note");
  composer.setText("só nossa");
  composer.attach([file("antes.jpg")]);
  expect([composer.mode.value, composer.text.value, composer.hasTray.value]).toEqual([
    "note",
    "só nossa",
    false,
  ]);
  await composer.submit();
  expect([notes, sent]).toEqual([["só nossa"], []]);
  composer.setMode("message");
  expect(composer.hasTray.value).toBe(true);
});

test("letters typed while a note is being stored stay in the box", async () => {
  const { composer, notes } = desk();
  composer.setMode("note");
  composer.setText("primeira");
  const saved = composer.submit();
  composer.setText("primeira segunda");
  await saved;
  expect([notes, composer.text.value]).toEqual([["primeira"], " segunda"]);
});

const tabela = { url: "/media/7/3/tabela.pdf?e=1&s=x", name: "tabela.pdf" };

test("a slash at the very beginning opens quick replies, and elsewhere is text", () => {
  const { composer } = desk();
  expect(composer.slash.value).toBeNull();
  composer.setText("/bom");
  expect(composer.slash.value).toBe("bom");
  composer.setText("oi /bom");
  expect(composer.slash.value).toBeNull();
  composer.setText("/a\nb");
  expect(composer.slash.value).toBeNull();
  composer.setText("/");
  composer.setMode("note");
  composer.setText("/nota");
  expect(composer.slash.value).toBeNull();
  composer.startEdit(sampleMessage({ fromMe: true }), "/x");
  expect(composer.slash.value).toBeNull();
});

test("a quick reply becomes an editable text, sent with its file as one message", async () => {
  const { composer, sent } = desk();
  composer.setText("/tab");
  composer.takeReply("Segue a {{tabela}}", tabela);
  expect(composer.text.value).toBe("Segue a {{tabela}}");
  composer.setText("Segue!");
  expect(await composer.submit()).toBe("sent");
  expect(sent).toMatchObject([{ body: "Segue!", file: null, enclosed: tabela }]);
  expect(composer.enclosed.value).toBeNull();
  expect(await composer.submit()).toBe("nothing");
});

test("a quick reply that is only a file can be sent or removed", async () => {
  const { composer, sent } = desk();
  composer.takeReply("", tabela);
  expect(composer.canSend.value).toBe(true);
  composer.leaveOut();
  expect(composer.canSend.value).toBe(false);
  composer.takeReply("", tabela);
  await composer.submit();
  expect(sent).toMatchObject([{ body: "", enclosed: tabela }]);
});

test("the user's files are sent first, then the quick reply's", async () => {
  const { composer, sent } = desk();
  composer.takeReply("Segue", tabela);
  composer.attach([file("foto.jpg")]);
  await composer.submit();
  expect(sent.map(({ body, file, enclosed }) => [body, file?.name, enclosed?.name])).toEqual([
    ["Segue", "foto.jpg", undefined],
    ["", undefined, "tabela.pdf"],
  ]);
});

test("a text that needs a confirmation is sent once the user confirms, and stays in the box otherwise", async () => {
  const { composer, sent, notes } = desk();
  const answers: ((isConfirmed: boolean) => void)[] = [];
  composer.beforeSend = () => new Promise((resolve) => answers.push(resolve));
  expect(await composer.submit()).toBe("nothing");
  expect(answers).toEqual([]);
  composer.setText("Oi");
  const refused = composer.submit();
  answers[0]?.(false);
  expect([await refused, composer.text.value, sent]).toEqual(["nothing", "Oi", []]);
  const confirmed = composer.submit();
  answers[1]?.(true);
  expect([await confirmed, composer.text.value, sent.length]).toEqual(["sent", "", 1]);
  composer.setMode("note");
  composer.setText("Só para a equipe");
  expect([await composer.submit(), notes.length, answers.length]).toEqual(["noted", 1, 2]);
});
