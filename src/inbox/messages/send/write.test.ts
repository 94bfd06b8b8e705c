import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { phone } from "#inbox/messages/testing.ts";
import { all, run } from "#platform/db/database.ts";
import type { Api } from "#test/helpers/api.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

const wav = (seconds: number): Blob => {
  const rate = 8000;
  const samples = rate * seconds;
  const buffer = Buffer.alloc(44 + samples * 2);
  buffer.write("RIFF", 0);
  buffer.writeUInt32LE(36 + samples * 2, 4);
  buffer.write("WAVEfmt ", 8);
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20);
  buffer.writeUInt16LE(1, 22);
  buffer.writeUInt32LE(rate, 24);
  buffer.writeUInt32LE(rate * 2, 28);
  buffer.writeUInt16LE(2, 32);
  buffer.writeUInt16LE(16, 34);
  buffer.write("data", 36);
  buffer.writeUInt32LE(samples * 2, 40);
  return new Blob([buffer], { type: "audio/wav" });
};
const text = (content: string) => new Blob([content], { type: "text/plain" });
const form = (fields: Record<string, string>, files: readonly (readonly [string, Blob])[]) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, blob] of files) data.append("medias", blob, name);
  return data;
};

describe("writing to the customer", () => {
  test("sending a text answers with the signed message before the network accepts it", async () => {
    const { status, body } = await t.post({ body: "Bom dia", fromMe: false, read: true });
    expect(status).toBe(200);
    expect(body.message).toMatchObject({
      body: "*Ana:*\nBom dia",
      fromMe: true,
      origin: "user",
      userId: t.ana.actor.id,
      sendState: "queued",
      ack: 0,
      ticketId: t.ticketId,
    });
    await settle();
    expect(t.provider.sent).toMatchObject([{ content: { type: "text", text: "*Ana:*\nBom dia" } }]);
    expect((await t.asAna.get(`/tickets/${t.ticketId}`)).body).toMatchObject({
      lastMessage: "*Ana:*\nBom dia",
      lastMessageFromMe: true,
      unreadMessages: 0,
    });
  });

  test("variables of a text are filled in, and a signed text is not signed again", async () => {
    run(t.tenant.db, "UPDATE user SET sign_messages = 0");
    await t.post({ body: "{{ms}}, {{ firstName }}! Hoje é {{data}}, {{hora}}. {{nada}}" });
    expect(t.texts()[1]).toBe("Boa tarde, Maria! Hoje é 20/11/2026, 12:00. {{nada}}");
    run(t.tenant.db, "UPDATE user SET sign_messages = 1");
    await t.post({ body: "*Ana:*\njá assinei" });
    expect(t.texts()[2]).toBe("*Ana:*\njá assinei");
  });

  test("the variables date and datetime follow the language of the company's automatic texts", async () => {
    run(t.tenant.db, "UPDATE user SET sign_messages = 0");
    const sentIn = async (language: string) => {
      await t.asAdmin.put("/settings/language", { value: language });
      await t.post({ body: "{{date}} | {{data_hora}}" });
      return t.texts().at(-1);
    };
    expect(await sentIn("en")).toBe("20 Nov 2026 | 20 Nov 2026 12:00");
    expect(await sentIn("es")).toBe("20/11/2026 | 20/11/2026 12:00");
    expect(await sentIn("pt-BR")).toBe("20/11/2026 | 20/11/2026 12:00");
  });

  test("an empty or too long text is rejected", async () => {
    expect(await t.post({ body: "  \n " })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { body: "required" } } },
    });
    expect(await t.post({ body: "x".repeat(4097) })).toMatchObject({
      status: 400,
      body: { details: { fields: { body: "too_long" } } },
    });
    expect(t.texts()).toEqual(["Oi"]);
  });

  test("only the owner of an open ticket may write", async () => {
    const other = t.app.api(testUser(t.tenant, { name: "Beto", queueIds: [t.queueId] }));
    const stranger = t.app.api(testUser(t.tenant, { name: "Caio" }));
    expect((await t.post({ body: "x" }, other)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await t.post({ body: "x" }, stranger)).body.error).toBe("ERR_NO_TICKET_FOUND");
    run(t.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
    expect((await t.post({ body: "x" })).body.error).toBe("ERR_TICKET_CLOSED");
    run(t.tenant.db, "UPDATE ticket SET status = 'pending'");
    expect((await t.post({ body: "x" }, t.asAdmin)).body.error).toBe("ERR_TICKET_NOT_OPEN");
  });

  test("a message that the client repeats with the same client id is stored once", async () => {
    const clientMessageId = crypto.randomUUID();
    const first = await t.post({ body: "Uma vez", clientMessageId });
    const again = await t.post({ body: "Uma vez", clientMessageId });
    expect(again.body.message.id).toBe(first.body.message.id);
    expect((await t.post({ body: "Outra coisa", clientMessageId })).body.error).toBe(
      "ERR_IDEMPOTENCY_MISMATCH",
    );
    run(t.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
    expect((await t.post({ body: "Uma vez", clientMessageId })).body.message.id).toBe(first.body.message.id);
    await settle();
    expect(t.provider.sent).toHaveLength(1);
  });

  test("a quote of a message from another conversation is rejected", async () => {
    const { body } = await t.asAna.get(`/messages/${t.ticketId}`);
    const answer = await t.post({ body: "Sim", quotedMsg: { id: body.messages[0].id } });
    expect(answer.body.message.quotedMsg).toMatchObject({ body: "Oi", contact: { name: "Maria Souza" } });
    await settle();
    expect(t.provider.sent[0]?.quoted).toMatchObject({ body: "Oi", fromMe: false });
    t.customer = { name: "Outro", identities: [phone("5511933332222")] };
    t.ticketId = t.begin();
    expect((await t.post({ body: "Sim", quotedMsg: { id: body.messages[0].id } })).body.error).toBe(
      "ERR_NO_MESSAGE_FOUND",
    );
  });
});

describe("sending files", () => {
  test("each uploaded file becomes one message, in order, with the text as the caption of the first", async () => {
    const reply = await t.asAna.post(
      `/messages/${t.ticketId}`,
      form({ body: "Seguem" }, [
        ["a.txt", text("primeiro")],
        ["../../b.txt", text("segundo")],
      ]),
    );
    expect(reply.status).toBe(200);
    expect(reply.body.messages).toMatchObject([
      { body: "*Ana:*\nSeguem", mediaType: "application", mediaName: "a.txt", mediaState: "stored" },
      { body: "", mediaName: "b.txt" },
    ]);
    await settle();
    t.app.clock.advance(3000);
    await settle();
    expect(t.provider.sent.map(({ content }) => content.type === "media" && content.fileName)).toEqual([
      "a.txt",
      "b.txt",
    ]);
    const url = reply.body.messages[0].mediaUrl;
    const file = await fetch(t.app.url + url);
    expect(await file.text()).toBe("primeiro");
    expect(file.headers.get("content-disposition")).toStartWith("attachment");
  });

  test("programs and too short recordings are rejected, and nothing is stored", async () => {
    const send = (name: string, blob: Blob) =>
      t.asAna.post(
        `/messages/${t.ticketId}`,
        form({}, [
          ["ok.txt", text("ok")],
          [name, blob],
        ]),
      );
    expect(await send("virus.exe", text("MZ"))).toMatchObject({
      status: 415,
      body: { error: "ERR_MEDIA_TYPE" },
    });
    const short = new Blob([new Uint8Array((await wav(1).arrayBuffer()).slice(0, 9000))]);
    expect(
      await t.asAna.post(`/messages/${t.ticketId}`, form({ voice: "true" }, [["a.wav", short]])),
    ).toMatchObject({
      status: 400,
      body: { error: "ERR_AUDIO_TOO_SHORT" },
    });
    expect(t.texts()).toEqual(["Oi"]);
    expect(all(t.tenant.db, "SELECT 1 FROM media_file")).toEqual([]);
    const left = [...new Bun.Glob("**/*").scanSync({ cwd: t.tenant.mediaDirectory })];
    expect(left).toEqual([]);
  });

  test("a file can be sent again by a signed URL of the same company; any other URL is rejected", async () => {
    const sent = await t.asAna.post(`/messages/${t.ticketId}`, form({}, [["a.txt", text("conteúdo")]]));
    const { mediaUrl } = sent.body.message;
    const forwarded = await t.post({ mediaUrl });
    expect(forwarded.body.message).toMatchObject({ mediaName: "a.txt", mediaType: "application" });
    expect(await (await fetch(t.app.url + forwarded.body.message.mediaUrl)).text()).toBe("conteúdo");
    for (const bad of ["https://example.com/a.txt", mediaUrl.replace("s=", "s=0"), "/etc/passwd"])
      expect((await t.post({ mediaUrl: bad })).body.error).toBe("ERR_URL_NOT_ALLOWED");
    const stranger = t.app.company();
    testConnection(stranger);
    const elsewhere = t.app.api(testUser(stranger, { profile: "admin" }));
    expect((await elsewhere.post("/messages/1", { mediaUrl })).status).toBeGreaterThanOrEqual(400);
  });

  test("a file can be read by a signed URL or by permission, never by its id alone", async () => {
    const sent = await t.asAna.post(`/messages/${t.ticketId}`, form({}, [["a.txt", text("conteúdo")]]));
    const { mediaUrl, mediaPath } = sent.body.message;
    const get = (path: string, api?: Api) =>
      fetch(t.app.url + path, api?.token ? { headers: { authorization: `Bearer ${api.token}` } } : {});
    expect((await get(mediaPath)).status).toBe(404);
    expect((await get(mediaPath, t.asAna)).status).toBe(200);
    expect((await get(mediaPath, t.app.api(testUser(t.tenant)))).status).toBe(404);
    const foreign = t.app.company();
    expect((await get(mediaPath, t.app.api(testUser(foreign, { profile: "admin" })))).status).toBe(404);
    expect((await get(mediaUrl.replace(`/media/${t.tenant.id}/`, `/media/${foreign.id}/`))).status).toBe(404);
    t.app.clock.advance(49 * 60 * 60_000);
    expect((await get(mediaUrl)).status).toBe(404);
  });
});
