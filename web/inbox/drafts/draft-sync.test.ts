import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { DraftAnswer, DraftBody, ListedDraft } from "#inbox/drafts/contract.ts";
import { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { type Draft, Drafts } from "#web/lib/storage/drafts.ts";
import { keyOfDraft } from "./draft-keys.ts";
import { DraftSync } from "./draft-sync.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A simulated server with the rule of `src/inbox/drafts/save.ts`, and the devices that get its events. */
function openServer() {
  const rows = new Map<string, DraftAnswer>();
  const devices = new Set<(draft: DraftAnswer) => void>();
  let version = 0;
  let calls = 0;
  let isDown = false;
  const save = async (ticketId: number, { mode, body, quotedMsgId, version: known }: DraftBody) => {
    calls += 1;
    if (isDown) throw new ApiError(0, "OFFLINE");
    if (ticketId === 404) throw new ApiError(404, "ERR_NO_TICKET_FOUND");
    const key = keyOfDraft({ ticketId, mode });
    const before = rows.get(key);
    if (before && before.version !== known && before.body !== body)
      throw new ApiError(409, "ERR_DRAFT_CHANGED", { draft: before });
    const updatedAt = "2026-11-20T12:00:00.000Z";
    version += 1;
    const after: DraftAnswer = { ticketId, mode, body, quotedMsgId, version, updatedAt };
    if (body === "") rows.delete(key);
    else rows.set(key, after);
    for (const hear of devices) hear(after);
    return after;
  };
  const fetchAll = async (): Promise<readonly ListedDraft[]> => {
    if (isDown) throw new ApiError(0, "OFFLINE");
    return [...rows.values()].map((row) => ({ ...row, ticket: null }));
  };
  return {
    rows,
    save,
    fetchAll,
    devices,
    calls: () => calls,
    setDown: (down: boolean) => {
      isDown = down;
    },
    bodies: () => [...rows.values()].map(({ body }) => body),
  };
}
type Server = ReturnType<typeof openServer>;

/** A page of the user with its own browser store. */
async function openDevice(server: Server, stored = new Map<string, Draft>()) {
  const drafts = new Drafts({
    load: async () => new Map(stored),
    put: async (_, key, draft) => void stored.set(key, draft),
    remove: async (_, key) => void stored.delete(key),
  });
  const sync = new DraftSync({ drafts, save: server.save, fetchAll: server.fetchAll });
  const composer = new Composer({
    ticketId: 1,
    drafts,
    send: () => undefined,
    addNote: async () => undefined,
    edit: async () => undefined,
    tellTyping: () => undefined,
    newId: () => "a",
    previewOf: () => "",
    endPreview: () => undefined,
  });
  await drafts.open("7:1");
  await sync.start();
  const hear = (draft: DraftAnswer) => sync.receive(draft);
  server.devices.add(hear);
  return {
    drafts,
    sync,
    composer,
    stored,
    other: () => drafts.peek("other:ticket:1")?.text,
    goOffline: () => void server.devices.delete(hear),
    goOnline: async () => {
      server.devices.add(hear);
      await sync.start();
      await settle();
    },
  };
}
/** Lets answers and microtasks arrive. */
const settle = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};
const pass = async (ms: number) => {
  jest.advanceTimersByTime(ms);
  await settle();
};

test("a text begun on one device is continued on another, with its quote", async () => {
  const server = openServer();
  const notebook = await openDevice(server);
  const quoted = sampleMessage({ id: 9 });
  notebook.composer.replyTo(quoted);
  notebook.composer.setText("Bom dia, o prazo é");
  await pass(999);
  expect(server.calls()).toBe(0);
  await pass(1);
  const phone = await openDevice(server);
  expect(phone.composer.text.value).toBe("Bom dia, o prazo é");
  phone.composer.restoreReply([quoted]);
  expect(phone.composer.reply.value?.id).toBe(9);
  phone.composer.setText("Bom dia, o prazo é sexta");
  await pass(1000);
  expect(notebook.composer.text.value).toBe("Bom dia, o prazo é sexta");
  await phone.composer.submit();
  await pass(1000);
  expect([server.bodies(), notebook.composer.text.value]).toEqual([[], ""]);
});

test("when two devices write at the same time, the second one keeps its text and offers the other, so neither text is lost", async () => {
  const server = openServer();
  const [notebook, phone] = [await openDevice(server), await openDevice(server)];
  notebook.composer.setText("do notebook");
  phone.composer.setText("do celular");
  await pass(1000);
  expect([notebook.composer.text.value, phone.composer.text.value]).toEqual(["do notebook", "do celular"]);
  expect([server.bodies(), phone.other(), notebook.other()]).toEqual([
    ["do notebook"],
    "do notebook",
    undefined,
  ]);
  // Text typed before the user has chosen a version overwrites neither version.
  phone.composer.setText("do celular, mais");
  await pass(1000);
  expect(server.bodies()).toEqual(["do notebook"]);
  phone.sync.exchange("ticket:1");
  expect([phone.composer.text.value, phone.other()]).toEqual(["do notebook", "do celular, mais"]);
  phone.sync.exchange("ticket:1");
  await settle();
  await pass(1000);
  expect([phone.composer.text.value, phone.other()]).toEqual(["do celular, mais", "do notebook"]);
  expect(notebook.composer.text.value).toBe("do celular, mais");
  phone.sync.discardOther("ticket:1");
  expect(phone.other()).toBeUndefined();
});

test("discarding the text of another device replaces it on the server by the text in the box", async () => {
  const server = openServer();
  const [notebook, phone] = [await openDevice(server), await openDevice(server)];
  notebook.composer.setText("do notebook");
  phone.composer.setText("do celular");
  await pass(1000);
  phone.sync.discardOther("ticket:1");
  await settle();
  expect([server.bodies(), phone.other(), notebook.composer.text.value]).toEqual([
    ["do celular"],
    undefined,
    "do celular",
  ]);
});

test("a letter being typed is never replaced, also when the other text arrives between two letters", async () => {
  const server = openServer();
  const [notebook, phone] = [await openDevice(server), await openDevice(server)];
  notebook.composer.setText("comum");
  await pass(1000);
  phone.composer.setText("comum, e");
  await pass(100);
  // The letter is not stored in the browser yet.
  notebook.composer.setText("comum. Fim");
  notebook.composer.flush();
  notebook.sync.saveAll();
  await settle();
  expect(phone.composer.text.value).toBe("comum, e");
  phone.composer.setText("comum, e mais");
  await pass(1000);
  expect([phone.composer.text.value, phone.other(), server.bodies()]).toEqual([
    "comum, e mais",
    "comum. Fim",
    ["comum. Fim"],
  ]);
  // White space alone counts as typed text.
  await phone.composer.submit();
  phone.sync.discardOther("ticket:1");
  await pass(1000);
  phone.composer.setText(" ");
  notebook.composer.setText("outro");
  await pass(1000);
  phone.composer.setText(" a");
  await pass(1000);
  expect([phone.composer.text.value, server.bodies()]).toEqual([" a", ["outro"]]);
});

test("a text written offline waits in the browser and reaches the server when the network is back", async () => {
  const server = openServer();
  const notebook = await openDevice(server);
  server.setDown(true);
  notebook.composer.setText("sem rede");
  await pass(1000);
  expect([server.bodies(), notebook.stored.get("ticket:1")?.text]).toEqual([[], "sem rede"]);
  server.setDown(false);
  await notebook.goOnline();
  expect(server.bodies()).toEqual(["sem rede"]);
  // The next page of this browser, begun offline, shows it at once.
  server.setDown(true);
  const later = await openDevice(server, notebook.stored);
  expect(later.composer.text.value).toBe("sem rede");
});

test("a text sent on another device is removed from this one, unless it was changed on this one", async () => {
  const server = openServer();
  const [notebook, phone] = [await openDevice(server), await openDevice(server)];
  notebook.composer.setText("resposta");
  await pass(1000);
  phone.goOffline();
  await notebook.composer.submit();
  await pass(1000);
  expect(phone.composer.text.value).toBe("resposta");
  await phone.goOnline();
  expect([phone.composer.text.value, server.bodies()]).toEqual(["", []]);
  notebook.composer.setText("outra");
  await pass(1000);
  phone.goOffline();
  phone.composer.setText("outra, mudada");
  phone.composer.flush();
  await notebook.composer.submit();
  notebook.sync.saveAll();
  await settle();
  await phone.goOnline();
  expect(phone.composer.text.value).toBe("outra, mudada");
  expect(server.bodies()).toEqual(["outra, mudada"]);
});

test("at the next login drafts that only the browser has are sent to the server, and texts of other kinds stay in the browser", async () => {
  const server = openServer();
  const old = new Map<string, Draft>([
    ["ticket:1", { text: "de antes", at: 1 }],
    ["note:2", { text: "nota", at: 1 }],
    ["chat:3", { text: "chat", at: 1 }],
    ["unsent:1:abc", { text: "não enviada", at: 1 }],
  ]);
  await openDevice(server, old);
  await settle();
  expect(server.bodies().toSorted()).toEqual(["de antes", "nota"]);
  expect([...old.keys()].toSorted()).toEqual(["chat:3", "note:2", "ticket:1", "unsent:1:abc"]);
});

test("a draft that the server refuses stays in the browser and is not sent again until it changes", async () => {
  const server = openServer();
  const stored = new Map<string, Draft>([["ticket:404", { text: "sem acesso", at: 1 }]]);
  const notebook = await openDevice(server, stored);
  await settle();
  expect(server.calls()).toBe(1);
  notebook.sync.saveAll();
  await settle();
  expect([server.calls(), stored.get("ticket:404")?.text]).toEqual([1, "sem acesso"]);
});

test("a removed text does not come back by an event that arrives late", async () => {
  const server = openServer();
  const notebook = await openDevice(server);
  notebook.composer.setText("vai embora");
  await pass(1000);
  const late = server.rows.get("ticket:1");
  await notebook.composer.submit();
  await pass(1000);
  if (late) notebook.sync.receive(late);
  await settle();
  expect([notebook.composer.text.value, server.bodies()]).toEqual(["", []]);
});

/** A page that was loaded again: its browser store has a text that the server got while the page was left. */
async function reloaded(server: Server) {
  await server.save(1, { mode: "message", body: "Ainda escrevo", quotedMsgId: null, version: 0 });
  const drafts = new Drafts({
    load: async () => new Map([["ticket:1", { text: "Ainda escrevo", at: 1 }]]),
    put: async () => undefined,
    remove: async () => undefined,
  });
  const sync = new DraftSync({ drafts, save: server.save, fetchAll: server.fetchAll });
  sync.follow(drafts.isLoaded);
  await drafts.open("7:1");
  return drafts;
}

test("a text emptied before the drafts of the server are read stays empty, also on the server", async () => {
  const server = openServer();
  const drafts = await reloaded(server);
  drafts.set("ticket:1", "");
  await pass(1000);
  await pass(1000);
  expect([server.bodies(), drafts.peek("ticket:1")]).toEqual([[], undefined]);
});

test("a text emptied while the drafts of the server arrive stays empty", async () => {
  const server = openServer();
  const drafts = await reloaded(server);
  drafts.hold("ticket:1");
  await pass(1000);
  drafts.set("ticket:1", "");
  await pass(1000);
  expect([server.bodies(), drafts.peek("ticket:1")]).toEqual([[], undefined]);
});

test("a text of another device is taken although the own text was emptied", async () => {
  const server = openServer();
  const drafts = await reloaded(server);
  drafts.hold("ticket:1");
  await server.save(1, { mode: "message", body: "Do celular", quotedMsgId: null, version: 1 });
  await pass(1000);
  drafts.set("ticket:1", "");
  await pass(1000);
  expect(drafts.peek("ticket:1")?.text).toBe("Do celular");
});
