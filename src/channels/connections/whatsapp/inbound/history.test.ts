import { afterEach, beforeEach, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import { createFiles } from "#channels/connections/whatsapp/media/files.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { journalHistory } from "./history.ts";

let made: ReturnType<typeof temporaryStore>;
beforeEach(() => {
  made = temporaryStore();
});
afterEach(() => made.dispose());

const ANA = "5511911110001@s.whatsapp.net";
const BIA = "5511911110002@s.whatsapp.net";
const said = (remoteJid: string, id: string, more: { fromMe?: boolean; pushName?: string } = {}) => ({
  message: {
    key: { remoteJid, id, fromMe: more.fromMe ?? false },
    message: { conversation: id },
    messageTimestamp: 1_700_000_000,
    ...(more.pushName ? { pushName: more.pushName } : {}),
  },
});
const names = () =>
  made.store.journal
    .after(0, 100)
    .flatMap((row) =>
      row.kind === "event" && row.event.kind === "identity"
        ? [`${row.event.identities[0]?.value} ${row.event.name}`]
        : [],
    );

const texts = () =>
  made.store.journal
    .after(0, 100)
    .flatMap((row) =>
      row.kind === "history" ? [proto.WebMessageInfo.decode(row.payload).message?.conversation] : [],
    );

test("messages of one second are journaled in the order in which they were written", () => {
  const messages = [said(ANA, "quatro"), said(ANA, "três"), said(ANA, "dois"), said(ANA, "um")];
  journalHistory({ syncType: 0, conversations: [{ id: ANA, messages }] }, made.store, 1);
  expect(texts()).toEqual(["um", "dois", "três", "quatro"]);
});

test("the phone's numbers of order decide among messages of one second", () => {
  const messages = [
    { ...said(ANA, "dois"), msgOrderId: 12 },
    { ...said(ANA, "três"), msgOrderId: 13 },
    { ...said(ANA, "um"), msgOrderId: 11 },
  ];
  journalHistory({ syncType: 0, conversations: [{ id: ANA, messages }] }, made.store, 1);
  expect(texts()).toEqual(["um", "dois", "três"]);
});

test("people without a name in their old messages get the name of the chat, reported after their messages", () => {
  journalHistory(
    {
      syncType: 0,
      conversations: [
        { id: ANA, name: "Ana Souza", messages: [said(ANA, "A"), said(ANA, "B", { fromMe: true })] },
        { id: BIA, name: "Bia do bairro", messages: [said(BIA, "C", { pushName: "Bia" })] },
        { id: "1@g.us", name: "Fornecedores", messages: [] },
      ],
    },
    made.store,
    1,
  );
  const kinds = made.store.journal.after(0, 100).map(({ kind }) => kind);
  expect(kinds).toEqual(["history", "history", "history", "event"]);
  expect(names()).toEqual(["5511911110001 Ana Souza"]);
});

test("names in a separate chunk are given to the people who have a chat", () => {
  made.store.directory.chatKey(made.store.directory.describe(ANA));
  const pushnames = [
    { id: ANA, pushname: "Ana" },
    { id: BIA, pushname: "Bia" },
  ];
  journalHistory({ syncType: 4, pushnames }, made.store, 1);
  expect(names()).toEqual(["5511911110001 Ana"]);
});

test("a history that unpacks to more than 64 MB is dropped, whether it was sent by itself or asked for", async () => {
  const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(100_000);
  const notification = { initialHistBootstrapInlinePayload: bomb };
  const logged: string[] = [];
  const files = createFiles({
    ...{ store: made.store, mediaDirectory: () => "", transfer: () => ({ simulated: true }) as never },
    ...{ wantsHistory: () => true, socket: () => null, onHistoryAnswer: () => undefined, limit: 1000 },
    ...{ signal: new AbortController().signal, log: (_, message) => logged.push(message), now: () => 1 },
  });
  await files.importHistory(notification);
  expect([texts(), logged]).toEqual([[], ["a part of the history is too large and was dropped"]]);
  expect(files.readAnswer(notification, async () => null)).rejects.toThrow();

  const messages = [said(ANA, "um")];
  const history = proto.HistorySync.encode({ syncType: 0, conversations: [{ id: ANA, messages }] }).finish();
  await files.importHistory({ initialHistBootstrapInlinePayload: deflateSync(history) });
  expect(texts()).toEqual(["um"]);
});
