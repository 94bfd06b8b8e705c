import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { png } from "#channels/media/testing.ts";
import { run } from "#platform/db/database.ts";
import type { Api } from "#test/helpers/api.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

const withFile = async (api: Api) => {
  const fields = { shortcode: "preço", message: "Olá {{firstName}}, aqui é {{userName}}" };
  const { id } = (await api.post("/quick-messages", fields)).body;
  const data = new FormData();
  data.append("file", new File([new Uint8Array(await png())], "tabela.png"));
  return (await api.post(`/quick-messages/${id}/media-upload`, data)).body;
};

describe("a quick reply in the composer", () => {
  test("a quick reply is listed for a ticket with its variables filled in", async () => {
    await withFile(t.asAna);
    const list = (await t.asAna.get(`/quick-messages/list?ticketId=${t.ticketId}`)).body;
    expect(list).toMatchObject([
      { message: "Olá {{firstName}}, aqui é {{userName}}", preview: "Olá Maria, aqui é Ana" },
    ]);
    const stranger = t.app.api(testUser(t.tenant));
    expect(await stranger.get(`/quick-messages/list?ticketId=${t.ticketId}`)).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_TICKET_FOUND" },
    });
  });

  test("a quick reply with a file is sent as one message whose caption is the text with its variables filled in", async () => {
    const reply = await withFile(t.asAna);
    run(t.tenant.db, "UPDATE contact SET name = 'Marina Alves'");
    const sent = await t.post({ body: reply.message, mediaUrl: reply.mediaPath });
    expect(sent).toMatchObject({
      status: 200,
      body: {
        message: {
          body: "*Ana:*\nOlá Marina, aqui é Ana",
          mediaType: "image",
          mediaName: "tabela.png",
          voice: false,
        },
      },
    });
    await settle();
    expect(t.provider.sent).toMatchObject([
      { content: { type: "media", kind: "image", caption: "*Ana:*\nOlá Marina, aqui é Ana" } },
    ]);
  });

  test("a sent message keeps its file after the quick reply is deleted", async () => {
    const reply = await withFile(t.asAna);
    const { message } = (await t.post({ mediaUrl: reply.mediaPath })).body;
    await t.asAna.delete(`/quick-messages/${reply.id}`);
    await settle();
    expect((await fetch(t.app.url + message.mediaUrl)).status).toBe(200);
    expect((await t.post({ mediaUrl: reply.mediaPath })).body.error).toBe("ERR_URL_NOT_ALLOWED");
  });

  test("a signed URL of another user's quick reply cannot be used to send its file", async () => {
    const reply = await withFile(t.asAdmin);
    expect((await t.post({ mediaUrl: reply.mediaPath })).body.error).toBe("ERR_URL_NOT_ALLOWED");
  });
});
