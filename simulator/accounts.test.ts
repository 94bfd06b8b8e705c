import { describe, expect, test } from "bun:test";
import { HttpsProxyAgent } from "https-proxy-agent";
import { groupJid, lidJid, pnJid } from "./jids.ts";
import { textOf } from "./phones/content.ts";
import { Client, linkedClient, textIn } from "./testing/client.ts";
import { harness } from "./testing/harness.ts";
import { startConnectProxy } from "./transport/connect-proxy.ts";

const world = harness();

describe("history of a linked phone", () => {
  test("chats from before the link arrive with the first link, with names and privacy ids", async () => {
    const phone = world.network.addPhone({ number: "5511911115555", name: "Vento Telecom" });
    const carla = world.person({ name: "Carla" });
    await carla.send.text(phone, "A internet caiu");
    await phone.send.text(carla, "Estamos vendo");
    const { client } = await linkedClient(world.network, phone);
    const history = client.seen("messaging-history.set");
    const texts = history.flatMap(({ messages }) => messages).map(textIn);
    expect(texts).toEqual(["Estamos vendo", "A internet caiu"]);
    expect(history.flatMap(({ contacts }) => contacts)).toContainEqual({
      id: pnJid(carla.number),
      notify: "Carla",
    });
    const lid = await client.socket.signalRepository.lidMapping.getLIDForPN(pnJid(carla.number));
    expect(lid).toBe(lidJid(carla.lid ?? ""));
    await client.end();
  });
});

describe("identities", () => {
  test("the phone announces which privacy id belongs to which number", async () => {
    const ana = world.person();
    await world.phone.announceMappings([ana]);
    await world.companion.queue.whenEmpty();
    const { lidMapping } = world.client.socket.signalRepository;
    expect(await lidMapping.getPNForLID(lidJid(ana.lid ?? ""))).toContain(ana.number);
  });

  test("after a change of phone both sides can still decrypt each other's messages", async () => {
    const ana = world.person();
    const { socket } = world.client;
    const before = await ana.send.text(world.phone, "celular velho");
    await world.client.received(({ key }) => key.id === before.id);
    ana.reinstall();
    await world.companion.queue.whenEmpty();
    const after = await ana.send.text(world.phone, "celular novo");
    expect(textIn(await world.client.received(({ key }) => key.id === after.id))).toBe("celular novo");
    const sent = await socket.sendMessage(pnJid(ana.number), { text: "Oba" });
    expect(textOf((await ana.received(({ id }) => id === sent?.key.id)).content)).toBe("Oba");
  });

  test("a read on the company's phone is sent to the linked client", async () => {
    const ana = world.person();
    const { id } = await ana.send.text(world.phone, "oi");
    await world.client.received(({ key }) => key.id === id);
    world.phone.read(ana);
    await world.client.until(() =>
      world.client
        .seen("messages.update")
        .flat()
        .find(({ key, update }) => key.id === id && !key.fromMe && update.status === 4),
    );
  });
});

describe("changes of groups", () => {
  test("a new subject, a new member and a member who leaves are sent to the client", async () => {
    const ana = world.person();
    const group = world.network.addGroup("Time", [ana, world.phone]);
    const tiago = world.person();
    world.network.renameGroup(group, ana, "Time da firma");
    world.network.addMember(group, ana, tiago);
    world.network.removeMember(group, ana, tiago);
    const seen = () => world.client.messages.filter(({ key }) => key.remoteJid === groupJid(group.id));
    await world.client.until(() => (seen().length >= 4 ? true : undefined));
    const subject = seen().find(({ messageStubParameters }) =>
      messageStubParameters?.includes("Time da firma"),
    );
    expect(subject?.messageStubType).toBe(21);
    expect(group.members.has(tiago)).toBe(false);
  });
});

describe("proxies of clients", () => {
  test("a client links through a CONNECT proxy with its password, and not without it", async () => {
    const proxy = await startConnectProxy({ credentials: "ana:segredo" });
    const target = new URL(world.network.url).host;
    const client = new Client(world.network, undefined, { agent: new HttpsProxyAgent(proxy.url) });
    await client.qr();
    expect(proxy.targets).toEqual([target]);
    await client.end();
    const wrong = proxy.url.replace("segredo", "errado");
    const outsider = new Client(world.network, undefined, {
      agent: new HttpsProxyAgent(wrong),
      connectTimeoutMs: 100,
    });
    await outsider.closed();
    expect(proxy.targets).toHaveLength(1);
    proxy.stop();
  });
});
