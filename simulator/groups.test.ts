import { describe, expect, test } from "bun:test";
import { groupJid, lidJid } from "./jids.ts";
import { textOf } from "./phones/content.ts";
import { linkedClient, textIn } from "./testing/client.ts";
import { harness } from "./testing/harness.ts";

const world = harness();

describe("groups", () => {
  test("group members write with sender keys, and the client knows each author", async () => {
    const marina = world.person();
    const tiago = world.person({ name: "Tiago" });
    const group = world.network.addGroup("Festa da Ana", [marina, tiago, world.phone]);
    await marina.send.text(group, "Quem leva o bolo?");
    await marina.send.text(group, "Eu não posso");
    const last = await tiago.send.text(group, "Eu levo");
    const got = await world.client.received(({ key }) => key.id === last.id);
    expect(got.key).toMatchObject({
      remoteJid: groupJid(group.id),
      participant: lidJid(tiago.lid ?? ""),
      participantAlt: `${tiago.number}@s.whatsapp.net`,
    });
    const texts = world.client.messages
      .filter(({ key, message }) => key.remoteJid === groupJid(group.id) && message)
      .map(textIn);
    expect(texts).toEqual(["Quem leva o bolo?", "Eu não posso", "Eu levo"]);
  });

  test("a message of the client reaches all group members, who send delivery and read receipts", async () => {
    const marina = world.person();
    const tiago = world.person({ name: "Tiago" });
    const group = world.network.addGroup("Entregas", [marina, tiago, world.phone]);
    const { socket } = world.client;
    const first = await socket.sendMessage(groupJid(group.id), { text: "Saiu o pedido" });
    const second = await socket.sendMessage(groupJid(group.id), { text: "Chegou?" });
    for (const member of [marina, tiago]) {
      const message = await member.received(({ id }) => id === second?.key.id);
      expect(textOf(message.content)).toBe("Chegou?");
      expect(member.chats.with(group.id).map(({ id }) => id)).toEqual([
        first?.key.id ?? "",
        second?.key.id ?? "",
      ]);
    }
    marina.read(group);
    await world.client.until(() =>
      world.client
        .seen("message-receipt.update")
        .flat()
        .find(({ key, receipt }) => key.id === second?.key.id && receipt.readTimestamp),
    );
  });

  test("two linked devices of different accounts exchange messages in one group", async () => {
    const other = world.network.addPhone({ number: "5511911119999", name: "Vento Telecom" });
    const { client } = await linkedClient(world.network, other);
    const group = world.network.addGroup("Parceiros", [world.phone, other], "pn");
    const sent = await world.client.socket.sendMessage(groupJid(group.id), { text: "Bom dia" });
    const got = await client.received(({ key }) => key.id === sent?.key.id);
    expect(textIn(got)).toBe("Bom dia");
    const answer = await client.socket.sendMessage(groupJid(group.id), { text: "Bom dia!" });
    expect(textIn(await world.client.received(({ key }) => key.id === answer?.key.id))).toBe("Bom dia!");
    await client.end();
  });

  test("the list of groups contains subject and members", async () => {
    const marina = world.person();
    const group = world.network.addGroup("Festa junina", [marina, world.phone]);
    const all = await world.client.socket.groupFetchAllParticipating();
    expect(all[groupJid(group.id)]).toMatchObject({ subject: "Festa junina", size: 2 });
    const strangers = world.network.addGroup("Sem nós", [marina]);
    const asked = world.client.socket.groupMetadata(groupJid(strangers.id));
    expect(await asked.catch((error) => error.data)).toBe(403);
  });
});
