import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { png } from "#channels/media/testing.ts";
import { one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { mentionedIn } from "./policy.ts";
import { createChat } from "./save.ts";
import { writeChatMessage } from "./write.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const noChat = { status: 404, body: { error: "ERR_NO_CHAT_FOUND" } };
const denied = { status: 403, body: { error: "ERR_NO_PERMISSION" } };

/** Creates a chat of Ana and Caio; the boss is an admin but not a member. */
async function setUp() {
  const tenant = app.company();
  const ana = testUser(tenant, { name: "Ana" });
  const caio = testUser(tenant, { name: "Caio" });
  const duda = testUser(tenant, { name: "Duda" });
  const boss = testUser(tenant, { name: "Chefe", profile: "admin" });
  const [asAna, asCaio, asDuda, asBoss] = [ana, caio, duda, boss].map((user) => app.api(user)) as [
    ReturnType<TestApp["api"]>,
    ReturnType<TestApp["api"]>,
    ReturnType<TestApp["api"]>,
    ReturnType<TestApp["api"]>,
  ];
  const made = await asAna.post("/chats", { title: "Vendas", users: [{ id: caio.actor.id }] });
  const path = `/chats/${made.body.id}`;
  const say = (message: string, by = asAna) => by.post(`${path}/messages`, { message });
  const memberOf = (chat: { users: { userId: number }[] }, who: typeof ana) =>
    chat.users.find(({ userId }) => userId === who.actor.id);
  return { tenant, ana, caio, duda, boss, asAna, asCaio, asDuda, asBoss, made, path, say, memberOf };
}

describe("a chat", () => {
  test("the creator of a chat is its owner and a member, whichever users the request names", async () => {
    const { ana, caio, made } = await setUp();
    expect(made).toMatchObject({ status: 200, body: { title: "Vendas", lastMessage: "" } });
    expect(made.body.ownerId).toBe(ana.actor.id);
    expect(made.body.users.map(({ user }: { user: object }) => user)).toEqual([
      { id: ana.actor.id, name: "Ana" },
      { id: caio.actor.id, name: "Caio" },
    ]);
  });

  test("a chat without a title or with a user of another company is rejected and nothing is stored", async () => {
    const { asDuda, caio } = await setUp();
    const stranger = testUser(app.company(), { name: "Vizinha" });
    const fields = async (body: object) => (await asDuda.post("/chats", body)).body.details?.fields;
    expect(await fields({ title: " ", users: [{ id: caio.actor.id }] })).toEqual({ title: "required" });
    expect(await fields({ title: "Vendas", users: [] })).toEqual({ users: "too_short" });
    expect(await fields({ title: "Vendas" })).toEqual({ users: "required" });
    expect(await fields({ title: "Vendas", users: [{ id: 99_999 }] })).toEqual({ users: "invalid" });
    expect(await fields({ title: "x", users: [{ id: stranger.actor.id + 9_000 }] })).toEqual({
      users: "invalid",
    });
    expect((await asDuda.get("/chats")).body).toEqual({ records: [], count: 0, hasMore: false });
  });

  test("a chat is visible to its members only; an admin who is not a member gets 404", async () => {
    const { asBoss, asCaio, made, path } = await setUp();
    expect((await asCaio.get("/chats")).body.records).toHaveLength(1);
    expect((await asCaio.get(`/chats/u/${made.body.uuid}`)).body.id).toBe(made.body.id);
    expect((await asBoss.get("/chats")).body.records).toEqual([]);
    for (const call of [
      asBoss.get(path),
      asBoss.get(`/chats/u/${made.body.uuid}`),
      asBoss.get(`${path}/messages`),
      asBoss.post(`${path}/messages`, { message: "oi" }),
      asBoss.post(`${path}/read`, {}),
      asBoss.put(path, { title: "Meu" }),
      asBoss.delete(path),
      asBoss.get(`/chats/search?searchParam=oi&chatId=${made.body.id}`),
    ])
      expect(await call).toMatchObject(noChat);
  });

  test("only its owner can change or delete a chat", async () => {
    const { asAna, asCaio, caio, path } = await setUp();
    expect(await asCaio.put(path, { title: "Meu", users: [{ id: caio.actor.id }] })).toMatchObject(denied);
    expect(await asCaio.delete(path)).toMatchObject(denied);
    expect((await asAna.put(path, { title: "Equipe" })).body).toMatchObject({ title: "Equipe" });
    expect((await asAna.get(path)).body.users).toHaveLength(2);
    expect((await asAna.delete(path)).status).toBe(200);
    expect(await asAna.get(path)).toMatchObject(noChat);
    expect(await asCaio.get(`${path}/messages`)).toMatchObject(noChat);
  });

  test("when the owner leaves the company, the longest-standing member becomes the owner", async () => {
    const { asCaio, asBoss, ana, caio, path, say } = await setUp();
    await say("fica a história");
    expect((await asBoss.delete(`/users/${ana.actor.id}`)).status).toBe(200);
    const left = (await asCaio.get(path)).body;
    expect(left).toMatchObject({ ownerId: caio.actor.id, lastMessage: "Ana: fica a história" });
    expect(left.users).toHaveLength(1);
    expect((await asCaio.get(`${path}/messages`)).body.records[0].sender.name).toBe("Ana");
  });
});

describe("a message of a chat", () => {
  test("a new chat message is unread for the other members, moves the chat to the top and becomes its preview", async () => {
    const { asAna, asCaio, ana, caio, duda, made, path, say, memberOf } = await setUp();
    app.clock.advance(1000);
    await asAna.post("/chats", { title: "Outro", users: [{ id: duda.actor.id }] });
    app.clock.advance(1000);
    expect(await say("bom dia")).toMatchObject({
      status: 200,
      body: { chatId: made.body.id, senderId: ana.actor.id, sender: { name: "Ana" }, message: "bom dia" },
    });
    await say("tudo bem?");
    const [first] = (await asAna.get("/chats")).body.records;
    expect(first).toMatchObject({ title: "Vendas", lastMessage: "Ana: tudo bem?" });
    expect(memberOf(first, ana)).toMatchObject({ unreads: 0 });
    expect(memberOf(first, caio)).toMatchObject({ unreads: 2 });
    expect((await asCaio.get("/chats/unread")).body).toEqual({ unreads: 2, chats: 1 });
    // The request is always about the caller, even if its body names another user.
    await asAna.post(`${path}/read`, { userId: caio.actor.id });
    expect((await asCaio.get("/chats/unread")).body.unreads).toBe(2);
    await asCaio.post(`${path}/read`, { userId: ana.actor.id });
    expect((await asCaio.get("/chats/unread")).body).toEqual({ unreads: 0, chats: 0 });
  });

  test("a message must have 1 to 4096 characters", async () => {
    const { asAna, path, say } = await setUp();
    expect((await say("  ")).body.details.fields).toEqual({ message: "required" });
    expect((await say("x".repeat(4097))).body.details.fields).toEqual({ message: "too_long" });
    expect((await asAna.post(`${path}/messages`, {})).status).toBe(400);
    expect((await asAna.get(`${path}/messages`)).body.records).toEqual([]);
  });

  test("a message sent twice with the same client id is stored once; the id with other content is rejected", async () => {
    const { asAna, path } = await setUp();
    const body = { message: "uma vez", clientMessageId: crypto.randomUUID() };
    const first = await asAna.post(`${path}/messages`, body);
    expect((await asAna.post(`${path}/messages`, body)).body.id).toBe(first.body.id);
    expect((await asAna.post(`${path}/messages`, { ...body, message: "outra" })).status).toBe(409);
    expect((await asAna.get(`${path}/messages`)).body.count).toBe(1);
  });

  test("a message can quote only a message of the same chat", async () => {
    const { asCaio, path, say, asDuda, duda } = await setUp();
    const asked = (await say("quem atende?")).body;
    const answer = await asCaio.post(`${path}/messages`, { message: "eu", quotedMsg: { id: asked.id } });
    expect(answer.body.quotedMsg).toMatchObject({ id: asked.id, message: "quem atende?", isDeleted: false });
    const other = (await asDuda.post("/chats", { title: "Só eu", users: [{ id: duda.actor.id }] })).body;
    const foreign = { message: "x", quotedMsg: { id: asked.id } };
    expect((await asDuda.post(`/chats/${other.id}/messages`, foreign)).body.error).toBe(
      "ERR_NO_MESSAGE_FOUND",
    );
  });

  test("only its author can edit or delete a chat message", async () => {
    const { asAna, asCaio, path, say } = await setUp();
    await say("primeira");
    const { id } = (await say("segnda")).body;
    const own = `${path}/messages/${id}`;
    expect(await asCaio.put(own, { message: "minha" })).toMatchObject(denied);
    expect(await asCaio.delete(own)).toMatchObject(denied);
    expect((await asAna.put(own, { message: "segunda" })).body).toMatchObject({
      message: "segunda",
      isEdited: true,
    });
    expect((await asAna.get(path)).body.lastMessage).toBe("Ana: segunda");
    expect((await asAna.delete(own)).status).toBe(200);
    expect((await asAna.get(path)).body.lastMessage).toBe("Ana: primeira");
    const [, gone] = (await asCaio.get(`${path}/messages`)).body.records;
    expect(gone).toMatchObject({ isDeleted: true, message: "" });
    expect((await asAna.put(own, { message: "x" })).body.error).toBe("ERR_NO_MESSAGE_FOUND");
  });

  test("chat messages are read in pages from the newest, or around a given message", async () => {
    const { asCaio, path, say } = await setUp();
    for (let at = 1; at <= 45; at += 1) await say(`m${at}`);
    const texts = async (query: string) => {
      const { records, hasMore } = (await asCaio.get(`${path}/messages?${query}`)).body;
      return { texts: records.map(({ message }: { message: string }) => message), hasMore };
    };
    const first = await texts("pageNumber=1");
    expect([first.texts[0], first.texts.at(-1), first.hasMore]).toEqual(["m26", "m45", true]);
    await say("m46");
    const second = await texts("pageNumber=2");
    expect([second.texts[0], second.texts.at(-1)]).toEqual(["m6", "m25"]);
    expect(await texts("pageNumber=3")).toEqual({ texts: ["m1", "m2", "m3", "m4", "m5"], hasMore: false });
    const all = (await asCaio.get(`${path}/messages?pageNumber=3`)).body.records;
    expect((await texts(`after=${all[4].id}`)).texts[0]).toBe("m6");
    expect((await texts(`around=${all[4].id}`)).texts).toContain("m5");
  });

  test("a search finds chat messages by their words, for members only", async () => {
    const { asCaio, asDuda, made, say } = await setUp();
    await say("O orçamento do João saiu");
    const { hits } = (await asCaio.get("/chats/search?searchParam=orcam")).body;
    expect(hits).toMatchObject([{ chatId: made.body.id, chatTitle: "Vendas", senderName: "Ana" }]);
    expect(hits[0].snippet).toContain("\uE000orçamento\uE001");
    expect((await asDuda.get("/chats/search?searchParam=orcam")).body.hits).toEqual([]);
    expect((await asCaio.get("/chats/search?searchParam=o")).body.hits).toEqual([]);
  });

  test("a message that mentions a member is marked as a mention for that member", async () => {
    const { asAna, asCaio, caio, made, path, say, memberOf } = await setUp();
    expect((await say("@caio, pode ver?")).body.mentions).toEqual([caio.actor.id]);
    await say("mais uma");
    const of = async () => memberOf((await asAna.get(path)).body, caio);
    expect(await of()).toMatchObject({ unreads: 2, mentions: 1 });
    await asCaio.post(`/chats/${made.body.id}/read`);
    expect(await of()).toMatchObject({ unreads: 0, mentions: 0 });
  });
});

test("of several matching member names, a mention means the longest one that occurs as whole words", () => {
  const members = [
    { id: 1, name: "Ana" },
    { id: 2, name: "Ana Paula" },
    { id: 3, name: "José" },
  ];
  expect(mentionedIn("oi @Ana Paula!", members)).toEqual([2]);
  expect(mentionedIn("@ana e @JOSÉ", members)).toEqual([1, 3]);
  expect(mentionedIn("@Anabela, mail@Ana.com? Ana", members)).toEqual([1]);
  expect(mentionedIn("sem ninguém @", members)).toEqual([]);
});

describe("files of a chat", () => {
  const form = async (files: readonly string[], fields: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const name of files)
      body.append("medias", new File([new Uint8Array(await png(4, 4))], name, { type: "image/png" }));
    return body;
  };

  test("each uploaded file is a separate chat message, the first one with the text, readable by members only", async () => {
    const { asAna, asCaio, asBoss, path } = await setUp();
    const sent = await asAna.post(
      `${path}/messages`,
      await form(["a.png", "b.png"], { body: "fotos", chatInterno: "true" }),
    );
    expect(sent).toMatchObject({ status: 200, body: { message: "fotos", mediaName: "a.png" } });
    expect(sent.body.messages).toHaveLength(2);
    expect((await asCaio.get("/chats")).body.records[0].lastMessage).toBe("Ana: 📷 Foto");
    const { mediaUrl, mediaPath, width } = sent.body.messages[1];
    expect(width).toBe(4);
    expect((await fetch(app.url + mediaUrl)).status).toBe(200);
    const byToken = async (api: typeof asAna) =>
      (await fetch(app.url + mediaPath, { headers: { authorization: `Bearer ${api.token}` } })).status;
    expect(await byToken(asCaio)).toBe(200);
    expect(await byToken(asBoss)).toBe(404);
    expect((await asBoss.post(`${path}/messages`, await form(["c.png"]))).status).toBe(404);
  });

  test("a file is deleted together with its message", async () => {
    const { asAna, tenant, path } = await setUp();
    const { id } = (await asAna.post(`${path}/messages`, await form(["a.png"]))).body;
    const files = () => one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM media_file")?.n;
    expect(files()).toBe(1);
    await asAna.delete(`${path}/messages/${id}`);
    expect(files()).toBe(0);
    await asAna.post(`${path}/messages`, await form(["b.png"]));
    await asAna.delete(path);
    expect(files()).toBe(0);
  });

  test("a chat rejects a program file, and a message without text and file", async () => {
    const { asAna, path } = await setUp();
    const body = new FormData();
    body.append("medias", new File([new Uint8Array([0x4d, 0x5a, 1, 2])], "virus.exe"));
    expect((await asAna.post(`${path}/messages`, body)).status).toBe(415);
    expect((await asAna.post(`${path}/messages`, new FormData())).status).toBe(400);
  });
});

describe("broadcasts of a chat", () => {
  test("chat messages and read positions are broadcast to members only", async () => {
    const { asAna, asCaio, ana, caio, duda, path, made, say } = await setUp();
    const sockets = [await app.socket(ana), await app.socket(caio), await app.socket(duda)] as const;
    const [, ofCaio, ofDuda] = sockets;
    await say("bom dia");
    const heard = await ofCaio.event("chat", "new-message");
    expect(heard).toMatchObject({
      newMessage: { message: "bom dia", sender: { name: "Ana" } },
      chat: { id: made.body.id, lastMessage: "Ana: bom dia" },
    });
    await asCaio.post(`${path}/read`, {});
    const [, seen] = [
      await sockets[0].event("chat", "new-message"),
      await sockets[0].event("chat", "update"),
    ];
    expect(seen.chat.users).toContainEqual(
      expect.objectContaining({ userId: caio.actor.id, unreads: 0, lastReadId: heard.newMessage.id }),
    );
    await asAna.put(`${path}/messages/${heard.newMessage.id}`, { message: "boa tarde" });
    expect(await sockets[0].event("chat", "update")).toMatchObject({ message: { message: "boa tarde" } });
    await app.settled(duda, ofDuda);
    expect(ofDuda.events("chat")).toEqual([]);
    expect(ofDuda.events(`chat-user-${ana.actor.id}`)).toEqual([]);
  });

  test("a removed member loses access to the chat immediately, and a new member gets access immediately", async () => {
    const { asAna, asCaio, asDuda, ana, caio, duda, path, say } = await setUp();
    const [ofCaio, ofDuda] = [await app.socket(caio), await app.socket(duda)];
    await say("antes");
    await ofCaio.event("chat", "new-message");
    const cursor = ofCaio.frames.findLast((frame) => frame.t === "event")?.seq ?? 0;
    await asAna.put(path, { users: [{ id: duda.actor.id }] });
    expect(await ofCaio.event(`chat-user-${caio.actor.id}`, "delete")).toEqual({
      action: "delete",
      id: Number(path.slice(7)),
    });
    expect(await ofDuda.event(`chat-user-${duda.actor.id}`, "create")).toMatchObject({
      record: { title: "Vendas", ownerId: ana.actor.id },
    });
    const before = ofCaio.events("chat").length;
    await say("depois");
    await ofDuda.event("chat", "new-message");
    await app.settled(caio, ofCaio);
    expect(ofCaio.events("chat")).toHaveLength(before);
    expect(await asCaio.get(`${path}/messages`)).toMatchObject(noChat);
    // Not even broadcasts from before the removal that the member's broken connection missed.
    const again = await app.socket(caio, { cursor: cursor - 1 });
    await app.settled(caio, again);
    expect(again.events("chat")).toEqual([]);
    expect((await asDuda.get(`${path}/messages`)).body.records).toHaveLength(2);
    expect((await asDuda.get("/chats/unread")).body.unreads).toBe(1);
  });

  test("opening a chat marks it as read for that member", async () => {
    const { asCaio, caio, duda, made, say } = await setUp();
    await say("bom dia");
    const [ofCaio, ofDuda] = [await app.socket(caio), await app.socket(duda)];
    ofDuda.send({ t: "joinChat", chatId: made.body.id });
    await app.settled(duda, ofDuda);
    ofCaio.send({ t: "joinChat", chatId: made.body.id });
    await ofCaio.event("chat", "update");
    expect((await asCaio.get("/chats/unread")).body.unreads).toBe(0);
  });
});

test("a company whose plan has no chats gets no chat broadcasts", async () => {
  const tenant = app.company(undefined, { use_internal_chat: 0 });
  const [ana, caio] = [testUser(tenant), testUser(tenant, { name: "Caio" })];
  const boss = testUser(tenant, { profile: "admin" });
  const users = [{ id: caio.actor.id }];
  const { id } = createChat(ana, { title: "De antes", users });
  const socket = await app.socket(caio);
  socket.send({ t: "joinChat", chatId: id });
  writeChatMessage(ana, { chatId: id, text: "oi", quotedId: null, clientMessageId: undefined });
  expect((await app.api(boss).delete(`/users/${ana.actor.id}`)).status).toBe(200);
  await app.settled(caio, socket);
  expect([socket.events("chat"), socket.events(`chat-user-${caio.actor.id}`)]).toEqual([[], []]);
  expect((await app.api(caio).get("/chats")).body).toEqual({
    error: "ERR_PLAN_FEATURE",
    details: { feature: "useInternalChat" },
  });
});

test("in a chat of a hundred thousand messages the first page has the newest message, and a search returns one page", async () => {
  const { asAna, tenant, ana, made, path } = await setUp();
  run(
    tenant.db,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
     INSERT INTO chat_message (chat_id, sender_id, body, created_at, updated_at)
     SELECT ?, ?, 'mensagem ' || i, 1, 1 FROM n`,
    made.body.id,
    ana.actor.id,
  );
  expect((await asAna.get(`${path}/messages`)).body.records.at(-1).message).toBe("mensagem 100000");
  expect((await asAna.get("/chats/search?searchParam=mensagem")).body.hits).toHaveLength(20);
});
