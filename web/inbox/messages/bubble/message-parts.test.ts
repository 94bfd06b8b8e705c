import { expect, test } from "bun:test";
import { type Translate, text } from "#web/i18n/dictionary.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type MessageTexts, messages } from "#web/inbox/messages/locales/index.ts";
import { parseWaveform, resample } from "#web/inbox/messages/media/media-audio.tsx";
import { mapHref, parsePlace } from "#web/inbox/messages/media/media-place.tsx";
import { parseCards } from "#web/inbox/messages/media/vcard.ts";
import { highlight, searchWords, snippetStretches } from "#web/inbox/messages/text/highlight.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { ackMark } from "./ack-icon.tsx";
import { lastWords, messageSummary, waitingWords } from "./message-summary.ts";

test("each ack status has its check mark: waiting, sent, received, read in grey, read and played in colour", () => {
  const marks = [0, 1, 2, 3, 4, 5].map((ack) => ackMark({ ack, sendState: "sent" }));
  expect(marks).toEqual(["waiting", "sent", "received", "read", "seen", "played"]);
  expect(ackMark({ ack: 0, sendState: "failed" })).toBe("failed");
  expect(ackMark({ ack: 0, sendState: "cancelled" })).toBe("cancelled");
});

test("a location is read with its name and address, and an invalid one is refused", () => {
  expect(parsePlace("-23.55,-46.63|Padaria Aurora|Rua A, 10|fundos")).toEqual({
    latitude: -23.55,
    longitude: -46.63,
    name: "Padaria Aurora",
    address: "Rua A, 10|fundos",
  });
  for (const bad of ["", "abc", "91,0", "0,181", ",", "1"]) expect(parsePlace(bad)).toBeNull();
  expect(mapHref({ latitude: 1, longitude: 2, name: "", address: "" })).toStartWith("https://");
});

test("a preview in lists, the bell and notifications is one icon and a text or the name of the kind", async () => {
  await startPortuguese(messages);
  const say: Translate<MessageTexts> = (key, values) => text(messages, key, values);
  const last = (lastMessage: string, lastMessageType: string | null, lastMessageFromMe = false) =>
    lastWords({ lastMessage, lastMessageType, lastMessageFromMe }, say);
  expect(last("*Hoje* não", null)).toBe("Hoje não");
  expect(last("*Ana Souza:*\nBom dia!", null, true)).toBe("Bom dia!");
  expect(last("-23.5,-46.6|Avenida Paulista|", "locationMessage")).toBe("📍 Localização");
  expect(last("Tia Lúcia", "vcard")).toBe("👤 Tia Lúcia");
  expect(last("Bolo de *cenoura*", "image")).toBe("📷 Bolo de cenoura");
  expect(last("contrato.pdf", "application")).toBe("📄 contrato.pdf");
  expect(last("", "something new")).toBe("📄 Documento");
  const kinds = ["image", "sticker", "audio", "video", "application", "vcard", "call_log", "deleted"];
  expect(kinds.map((kind) => last("", kind))).toEqual([
    "📷 Foto",
    "💟 Figurinha",
    "🎤 Áudio",
    "🎬 Vídeo",
    "📄 Documento",
    "👤 Contato",
    "📞 Chamada perdida",
    "🚫 Mensagem apagada",
  ]);
});

test("a waiting row shows the customer's last message, ours only if the customer has not written", () => {
  const say: Translate<MessageTexts> = (key, values) => text(messages, key, values);
  const ours = { lastMessage: "Escolha uma opção", lastMessageType: null, lastMessageFromMe: true };
  const row = (lastCustomerMessage: string | null, lastCustomerMessageType: string | null) =>
    waitingWords({ ...ours, lastCustomerMessage, lastCustomerMessageType }, say);
  expect(row("Tem sonho?", null)).toBe("Tem sonho?");
  expect(row("", "audio")).toBe("🎤 Áudio");
  expect(row(null, null)).toBe("Escolha uma opção");
});

test("contact cards in the formats of old and new phones are parsed", () => {
  const body = [
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ribeiro;Marina;;;\r\nFN:Marina Ribeiro\r\nORG:Padaria\\, Aurora;Vendas",
    "item1.TEL;type=CELL;waid=5511977776666:+55 11 97777-6666\r\nEMAIL:m@x.br\r\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:;Jos=C3=A9\nTEL:tel:+5511\n 999\nEND:VCARD",
  ].join("\r\n");
  expect(parseCards(body)).toEqual([
    {
      name: "Marina Ribeiro",
      organization: "Padaria, Aurora, Vendas",
      phones: ["+5511977776666"],
      email: "m@x.br",
    },
    { name: "José", organization: "", phones: ["+5511999"], email: "" },
  ]);
  expect(parseCards("not a card")).toEqual([]);
});

test("a voice note's waveform comes from its 64 bytes", () => {
  const bars = parseWaveform(btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, i) => i))), 8);
  expect(bars).toEqual([0.07, 0.15, 0.23, 0.31, 0.39, 0.47, 0.55, 0.63]);
  expect(parseWaveform(null)).toBeNull();
  expect(parseWaveform("%%%")).toBeNull();
  expect(resample([1], 3)).toEqual([1, 1, 1]);
});

test("a search finds words without accents and marks them in the text", () => {
  expect(searchWords("  Pão de-Açúcar ")).toEqual(["pao", "de", "acucar"]);
  expect(highlight("O pão do Pã", searchWords("pa"))).toEqual([
    { text: "O ", hit: false },
    { text: "pã", hit: true },
    { text: "o do ", hit: false },
    { text: "Pã", hit: true },
  ]);
  expect(highlight("apa", ["pa"])).toEqual([{ text: "apa", hit: false }]);
  expect(foldCase("İß\u0301x")).toHaveLength("İß\u0301x".length);
});

test("the hit of a snippet is the text between the server's marks", () => {
  expect(snippetStretches("um \uE000bolo\uE001 de")).toEqual([
    { text: "um ", hit: false },
    { text: "bolo", hit: true },
    { text: " de", hit: false },
  ]);
});

test("a summary omits the name before our messages and keeps the customer's text", () => {
  const words = (body: string, fromMe: boolean) =>
    messageSummary({ body, fromMe, isDeleted: false, mediaType: null, sticker: false }, String as never);
  expect(words("*Ana Souza:*\nBom dia", true)).toBe("Bom dia");
  expect(words("*Ana Souza:*\nBom dia", false)).toBe("Ana Souza: Bom dia");
  expect(words("*Importante:* leia", true)).toBe("Importante: leia");
});
