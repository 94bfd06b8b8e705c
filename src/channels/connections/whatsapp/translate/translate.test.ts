import { afterAll, describe, expect, test } from "bun:test";
import { proto, type WAMessage } from "@whiskeysockets/baileys";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { type Translation, translate } from "./translate.ts";

const { store, dispose } = temporaryStore();
afterAll(dispose);

const ANA = "5511911110001@s.whatsapp.net";
const GROUP = "120363000000000001@g.us";
const FILE = { mediaKey: new Uint8Array(32), directPath: "/v/1", fileSha256: new Uint8Array(32) };

function message(
  content: proto.IMessage,
  key: Partial<WAMessage["key"]> = {},
  more: Partial<WAMessage> = {},
) {
  return {
    key: { remoteJid: ANA, id: "3A01", fromMe: false, ...key },
    messageTimestamp: 1_700_000_000,
    pushName: "Ana",
    message: content,
    ...more,
  } satisfies WAMessage;
}

function translated(wanted: WAMessage): Translation | null {
  const context = {
    own: store.own(),
    directory: store.directory,
    offline: false,
    history: false,
    groupName: () => null,
  };
  return translate(wanted, context);
}
const event = (content: proto.IMessage, key?: Partial<WAMessage["key"]>) =>
  translated(message(content, key))?.event;
const said = (content: proto.IMessage) => {
  const found = event(content);
  return found?.kind === "message" ? found.content : found;
};
const text = (words: string) => ({ type: "text", text: words });

describe("texts", () => {
  test("plain texts, links with preview, polls, invitations and business lists become texts", () => {
    expect(said({ conversation: "oi" })).toEqual(text("oi") as never);
    expect(said({ extendedTextMessage: { text: "veja https://x.y" } })).toEqual(
      text("veja https://x.y") as never,
    );
    const options = [{ optionName: "pão" }, { optionName: "bolo" }];
    expect(said({ pollCreationMessageV3: { name: "Quer?", options } })).toEqual(
      text("Quer?\n- pão\n- bolo") as never,
    );
    const invite = { inviteCode: "AbC", groupName: "Turma", caption: "Entra" };
    expect(said({ groupInviteMessage: invite })).toEqual(
      text("Entra\nTurma\nhttps://chat.whatsapp.com/AbC") as never,
    );
    expect(said({ listMessage: { title: "Menu", description: "Escolha" } })).toEqual(
      text("Menu\nEscolha") as never,
    );
  });

  test("a preview is left out when its address is not in the text, it has no words, or its picture is not a small JPEG", () => {
    const sent = { text: "veja www.x.com.br", matchedText: "www.x.com.br", title: " Lo\u202eja \n X " };
    const preview = { url: "www.x.com.br", title: "Loja X", text: "", picture: null };
    const shown = (more: proto.Message.IExtendedTextMessage) =>
      said({ extendedTextMessage: { ...sent, ...more } });
    expect(shown({})).toEqual({ ...text(sent.text), preview } as never);
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff);
    expect(shown({ jpegThumbnail: jpeg })).toMatchObject({ preview: { picture: "/9j/" } });
    const large = new Uint8Array(60_000).fill(0xff);
    large[1] = 0xd8;
    for (const jpegThumbnail of [large, Buffer.from("<svg/>")])
      expect(shown({ jpegThumbnail })).toEqual({ ...text(sent.text), preview } as never);
    for (const more of [{ matchedText: "https://banco.com.br" }, { title: "" }, { matchedText: "" }])
      expect(shown(more)).toEqual(text(sent.text) as never);
    expect(shown({ title: "x".repeat(500) })).toMatchObject({ preview: { title: "x".repeat(200) } });
  });

  test("a pressed button or list row becomes the text of the choice", () => {
    expect(said({ buttonsResponseMessage: { selectedDisplayText: "Sim" } })).toEqual(text("Sim") as never);
    expect(said({ listResponseMessage: { title: "Vendas" } })).toEqual(text("Vendas") as never);
    expect(said({ templateButtonReplyMessage: { selectedDisplayText: "Quero" } })).toEqual(
      text("Quero") as never,
    );
    expect(said({ interactiveResponseMessage: { body: { text: "Fluxo" } } })).toEqual(text("Fluxo") as never);
  });

  test("all containers around a message are removed", () => {
    const inner = { message: { conversation: "dentro" } };
    for (const wrapped of [
      { ephemeralMessage: inner },
      { viewOnceMessageV2: inner },
      { groupMentionedMessage: inner },
      { ephemeralMessage: { message: { viewOnceMessage: inner } } },
    ]) {
      expect(said(wrapped)).toEqual(text("dentro") as never);
    }
  });
});

describe("files", () => {
  test("files have kind, type, name, duration and the data for their download", () => {
    const found = translated(
      message({ audioMessage: { ...FILE, ptt: true, seconds: 9, mimetype: "audio/ogg" } }),
    );
    expect(found?.event).toMatchObject({
      content: { media: { kind: "audio", voice: true, duration: 9, mimeType: "audio/ogg" } },
    });
    expect(found?.media).toMatchObject({
      type: "audio",
      directPath: "/v/1",
      message: { id: "3A01", chat: ANA },
    });
    const caption = {
      documentWithCaptionMessage: {
        message: { documentMessage: { ...FILE, fileName: "a.pdf", caption: "eis" } },
      },
    };
    expect(said(caption)).toMatchObject({
      caption: "eis",
      media: { kind: "application", fileName: "a.pdf" },
    });
    expect(said({ stickerMessage: FILE })).toMatchObject({
      media: { sticker: true, mimeType: "image/webp" },
    });
    expect(said({ ptvMessage: { ...FILE, seconds: 4 } })).toMatchObject({
      media: { kind: "video", duration: 4 },
    });
  });

  test("events of voice notes have their waveform and those of videos their size", () => {
    const waveform = Uint8Array.from([0, 40, 100]);
    const heard = said({ audioMessage: { ...FILE, ptt: true, waveform } });
    expect(heard).toMatchObject({ media: { waveform: Buffer.from(waveform).toString("base64") } });
    const seen = said({ videoMessage: { ...FILE, width: 720, height: 1280 } });
    expect(seen).toMatchObject({ media: { size: { width: 720, height: 1280 } } });

    const endless = { ...FILE, waveform: new Uint8Array(10_000) };
    expect(said({ audioMessage: endless })).not.toHaveProperty("media.waveform");
    for (const sides of [
      { width: 720 },
      { width: 0, height: 9 },
      { width: -1, height: 9 },
      { width: 9, height: 1e9 },
    ])
      expect(said({ videoMessage: { ...FILE, ...sides } })).not.toHaveProperty("media.size");
  });

  test("files without a key are unsupported", () => {
    expect(said({ imageMessage: { mimetype: "image/jpeg" } })).toEqual({
      type: "unsupported",
      kind: "imageMessage",
    } as never);
  });

  test("a message that is translated twice has the same handle", () => {
    const handle = () => {
      const content = said({ imageMessage: FILE });
      return content && "media" in content && content.media.file.state === "missing"
        ? content.media.file.handle
        : "";
    };
    expect(handle()).toMatch(/^[0-9a-f]{32}$/);
    expect(handle()).toBe(handle());
  });
});

describe("locations and contact cards", () => {
  test("a live location becomes a location, its preview a data URL", () => {
    const live = {
      degreesLatitude: 1,
      degreesLongitude: 2,
      caption: "a caminho",
      jpegThumbnail: new Uint8Array([1]),
    };
    expect(said({ liveLocationMessage: live })).toEqual({
      type: "location",
      latitude: 1,
      longitude: 2,
      name: "a caminho",
      address: "",
      thumbnail: "data:image/jpeg;base64,AQ==",
    } as never);
  });
});

describe("authors and chats", () => {
  test("status broadcasts, newsletters and key exchange give no events", () => {
    expect(event({ conversation: "x" }, { remoteJid: "status@broadcast" })).toBeUndefined();
    expect(event({ conversation: "x" }, { remoteJid: "1@newsletter" })).toBeUndefined();
    expect(event({ senderKeyDistributionMessage: { groupId: GROUP } })).toBeUndefined();
  });

  test("messages of two group members with the same id are two events", () => {
    const one = event(
      { conversation: "a" },
      { remoteJid: GROUP, participant: "5511911110001:4@s.whatsapp.net" },
    );
    const two = event(
      { conversation: "b" },
      { remoteJid: GROUP, participant: "5511911110002@s.whatsapp.net" },
    );
    expect(one?.chatKey).toBe(two?.chatKey ?? "");
    expect(one?.eventKey).not.toBe(two?.eventKey ?? "");
    expect(one?.kind === "message" && one.participant?.[0]?.value).toBe("5511911110001");
  });

  test("a note of the owner to himself is skipped", () => {
    const note = event({ conversation: "comprar farinha" }, { remoteJid: "900@lid", fromMe: true });
    expect(note).toMatchObject({ kind: "skipped", reason: "note to self" });
  });

  test("our message and a customer's message with the same id are two events", () => {
    const theirs = event({ conversation: "a" });
    const ours = event({ conversation: "b" }, { fromMe: true });
    expect(ours?.eventKey).not.toBe(theirs?.eventKey ?? "");
    expect(ours?.kind === "message" && ours.pushName).toBeNull();
  });

  test("a quote of our message has our identity as author under each of our addresses", () => {
    const quote = (participant: string) =>
      event({
        extendedTextMessage: {
          text: "sim",
          contextInfo: {
            stanzaId: "Q1",
            participant,
            quotedMessage: { imageMessage: { ...FILE, caption: "foto" } },
          },
        },
      });
    for (const own of ["5511900000001@s.whatsapp.net", "900@lid"]) {
      expect(quote(own)).toMatchObject({ quoted: { providerId: "Q1", body: "foto", fromMe: true } });
    }
    expect(quote(ANA)).toMatchObject({ quoted: { fromMe: false } });
  });
});

test("a message that answers an advertisement names it; a program's preview of a link is none", () => {
  const answer = (externalAdReply: proto.ContextInfo.IExternalAdReplyInfo, fields = {}) =>
    event({ extendedTextMessage: { text: "Vi o anúncio", contextInfo: { externalAdReply } } }, fields);
  const ad = {
    title: "50% hoje",
    body: "Só hoje",
    sourceType: "ad",
    sourceId: "120",
    sourceUrl: "https://fb.me/1",
    ctwaClid: "C1",
  };
  expect(answer(ad)).toMatchObject({
    referral: {
      sourceType: "ad",
      sourceId: "120",
      sourceUrl: "https://fb.me/1",
      headline: "50% hoje",
      body: "Só hoje",
      clickId: "C1",
    },
  });
  expect(answer({ title: "Vídeo", sourceUrl: "https://youtu.be/1" })).not.toHaveProperty("referral");
  expect(answer(ad, { fromMe: true })).not.toHaveProperty("referral");
});

describe("changes to earlier messages", () => {
  const { REVOKE, MESSAGE_EDIT, EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type;

  test("an edit has the new text, also of a caption", () => {
    const edit = (editedMessage: proto.IMessage) =>
      event({ protocolMessage: { type: MESSAGE_EDIT, key: { id: "T1" }, editedMessage, timestampMs: 5000 } });
    expect(edit({ conversation: "novo" })).toMatchObject({
      kind: "edit",
      providerId: "T1",
      body: "novo",
      at: 5000,
    });
    expect(edit({ imageMessage: { ...FILE, caption: "legenda" } })).toMatchObject({ body: "legenda" });
  });

  test("a second reaction in the same millisecond has another event key, a second delivery the same one", () => {
    const react = (id: string, text: string) =>
      event({ reactionMessage: { key: { id: "T1" }, text, senderTimestampMs: 1 } }, { id })?.eventKey ?? "";
    expect(react("3A02", "")).not.toBe(react("3A01", "👍"));
    expect(react("3A01", "👍")).toBe(react("3A01", "👍"));
  });

  test("a deletion names its message; changes of chat settings are skipped", () => {
    expect(event({ protocolMessage: { type: REVOKE, key: { id: "T1" } } })).toMatchObject({
      kind: "revoke",
      providerId: "T1",
    });
    expect(event({ protocolMessage: { type: EPHEMERAL_SETTING, ephemeralExpiration: 1 } })).toMatchObject({
      kind: "skipped",
      reason: "protocolMessage",
    });
  });
});
