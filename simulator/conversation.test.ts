import { describe, expect, test } from "bun:test";
import { pnJid } from "./jids.ts";
import { kindOf, quotedId, textOf, unwrap } from "./phones/content.ts";
import { textIn } from "./testing/client.ts";
import { harness } from "./testing/harness.ts";

const world = harness({ getMessage: async () => ({ conversation: "de novo" }) });

describe("changes of messages by a person", () => {
  test("an edit by a person reaches the client", async () => {
    const marina = world.person();
    const message = await marina.send.text(world.phone, "Quero 2 pães");
    await marina.send.edit(world.phone, message, "Quero 3 pães");
    const update = await world.client.until(() =>
      world.client
        .seen("messages.update")
        .flat()
        .find(({ key, update }) => key.id === message.id && update.message?.editedMessage),
    );
    expect(textIn({ message: update.update.message?.editedMessage?.message ?? null })).toBe("Quero 3 pães");
    expect(textOf(message.content)).toBe("Quero 3 pães");
  });

  test("a deletion by a person reaches the client", async () => {
    const marina = world.person();
    const message = await marina.send.text(world.phone, "ops");
    await marina.send.revoke(world.phone, message);
    await world.client.until(() =>
      world.client
        .seen("messages.update")
        .flat()
        .find(({ key, update }) => key.id === message.id && update.message === null),
    );
    expect(message.isRevoked).toBe(true);
  });

  test("a person's reaction to a message of the client reaches the client", async () => {
    const marina = world.person();
    const sent = await world.client.socket.sendMessage(pnJid(marina.number), { text: "Pronto!" });
    const answer = await marina.received();
    await marina.send.react(world.phone, answer, "❤️");
    const [reaction] = await world.client.until(() =>
      world.client.seen("messages.reaction").find(([each]) => each?.key.id === sent?.key.id),
    );
    expect(reaction).toMatchObject({ key: { fromMe: true }, reaction: { text: "❤️" } });
  });

  test("a person's quote, location, contact card and sticker keep their contents", async () => {
    const marina = world.person();
    const question = await marina.send.text(world.phone, "Onde fica?");
    const quote = await marina.send.text(world.phone, "esta", { quote: question });
    const place = { latitude: -23.55, longitude: -46.63, name: "Praça da Sé" };
    const location = await marina.send.location(world.phone, place);
    const card = await marina.send.vcard(world.phone, [{ name: "Zé", number: "5511955554444" }]);
    const sticker = await marina.send.sticker(world.phone, new Uint8Array(200));
    const last = await world.client.received(({ key }) => key.id === sticker.id);
    const got = (id: string) => world.client.messages.find(({ key }) => key.id === id)?.message;
    expect(got(quote.id)?.extendedTextMessage?.contextInfo?.stanzaId).toBe(question.id);
    expect(got(location.id)?.locationMessage).toMatchObject({ degreesLatitude: -23.55, name: "Praça da Sé" });
    expect(got(card.id)?.contactMessage?.vcard).toContain("waid=5511955554444");
    expect(last.message?.stickerMessage?.mimetype).toBe("image/webp");
  });

  test("a person's view-once and disappearing messages arrive in their wrappers", async () => {
    const marina = world.person();
    const once = await marina.send.text(world.phone, "segredo", { viewOnce: true });
    const brief = await marina.send.text(world.phone, "some", { ephemeral: 86_400 });
    const gotOnce = await world.client.received(({ key }) => key.id === once.id);
    const gotBrief = await world.client.received(({ key }) => key.id === brief.id);
    expect(gotOnce.message?.viewOnceMessageV2?.message?.conversation).toBe("segredo");
    expect(gotBrief.message?.ephemeralMessage?.message?.extendedTextMessage?.text).toBe("some");
  });

  test("a person's typing and recording reach the client", async () => {
    const marina = world.person();
    marina.send.typing(world.phone, "recording");
    const presence = await world.client.until(() =>
      world.client.seen("presence.update").find(({ id }) => id === pnJid(marina.number)),
    );
    expect(presence.presences[pnJid(marina.number)]?.lastKnownPresence).toBe("recording");
  });

  test("a call rings at the client, the client rejects it, and the caller is informed", async () => {
    const marina = world.person();
    const call = marina.send.call(world.phone, true);
    const [offer] = await world.client.until(() =>
      world.client.seen("call").find(([each]) => each?.id === call.id),
    );
    expect(offer).toMatchObject({ status: "offer", isVideo: true });
    await world.client.socket.rejectCall(call.id, offer?.from ?? "");
    await marina.until(() => marina.calls.find(({ id, status }) => id === call.id && status === "reject"));
    const missed = marina.send.call(world.phone);
    marina.send.hangUp(world.phone, missed, "timeout");
    await world.client.until(() =>
      world.client.seen("call").find(([each]) => each?.id === missed.id && each.status === "timeout"),
    );
  });
});

describe("changes of messages by the client", () => {
  test("the client's edit, reaction, quote and deletion reach the person", async () => {
    const marina = world.person();
    const { socket } = world.client;
    const jid = pnJid(marina.number);
    const mine = await marina.send.text(world.phone, "Tem?");
    const got = await world.client.received(({ key }) => key.id === mine.id);
    await socket.sendMessage(jid, { react: { text: "👍", key: got.key } });
    await marina.until(() => (mine.reactions.get(world.phone.number) === "👍" ? true : undefined));
    const sent = await socket.sendMessage(jid, { text: "Tem sim" }, { quoted: got });
    const answer = await marina.received(({ id }) => id === sent?.key.id);
    expect(quotedId(answer.content)).toBe(mine.id);
    const key = sent?.key ?? {};
    await socket.sendMessage(jid, { text: "Tem sim!", edit: key });
    await marina.until(() => (answer.editedAt !== null ? true : undefined));
    expect(textOf(answer.content)).toBe("Tem sim!");
    await socket.sendMessage(jid, { delete: key });
    await marina.until(() => (answer.isRevoked ? true : undefined));
  });

  test("the client's location, contact card and typing reach the person", async () => {
    const marina = world.person();
    const { socket } = world.client;
    const jid = pnJid(marina.number);
    await socket.sendMessage(jid, { location: { degreesLatitude: 1, degreesLongitude: 2, name: "Loja" } });
    expect(kindOf((await marina.received(({ content }) => kindOf(content) === "location")).content)).toBe(
      "location",
    );
    const contacts = { displayName: "Ana", contacts: [{ vcard: "BEGIN:VCARD\nFN:Ana\nEND:VCARD" }] };
    await socket.sendMessage(jid, { contacts });
    const card = await marina.received(({ content }) => kindOf(content) === "vcard");
    expect(unwrap(card.content).contactMessage?.vcard).toContain("FN:Ana");
    const typing = marina.until((event) => (event?.type === "typing" ? event : undefined));
    await socket.sendPresenceUpdate("composing", jid);
    expect(await typing).toMatchObject({ from: world.phone.number, state: "composing" });
  });
});

describe("phone numbers", () => {
  test("known numbers are confirmed in the network's spelling, unknown ones are not", async () => {
    const marina = world.network.addPerson({ number: "551188887777", name: "Marina" });
    expect(await world.client.socket.onWhatsApp("5511988887777")).toEqual([
      { jid: pnJid(marina.number), exists: true },
    ]);
    const unknown = (await world.client.socket.onWhatsApp("5511900000000")) ?? [];
    expect(unknown.filter(({ exists }) => exists)).toEqual([]);
  });

  test("messages of a blocked person no longer arrive", async () => {
    const rude = world.person();
    const first = await rude.send.text(world.phone, "oi");
    await world.client.received(({ key }) => key.id === first.id);
    await world.client.socket.updateBlockStatus(pnJid(rude.number), "block");
    await rude.send.text(world.phone, "oi?");
    expect(world.phone.chats.with(rude.number)).toHaveLength(1);
    expect(await world.client.socket.fetchBlocklist()).toHaveLength(1);
  });
});
