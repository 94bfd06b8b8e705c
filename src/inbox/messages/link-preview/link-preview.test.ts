import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import type { InboundContent } from "#channels/connections/index.ts";
import { storePreview } from "#channels/link-previews/stored.ts";
import { about, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
let looked: string[] = [];
beforeAll(async () => {
  await t.start();
  const resolve = async (host: string) => {
    looked.push(host);
    return [];
  };
  t.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: true, resolve }));
});
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  looked = [];
});

const URL = "https://pao.com.br/bolo";
const PREVIEW = { url: URL, title: "Bolo de fubá", text: "Feito hoje", picture: "/9j/" };
const fetched = (preview = PREVIEW) => t.tenant.write((unit) => storePreview(unit, preview));
const content = (text: string, preview = PREVIEW): InboundContent => ({ type: "text", text, preview });
const customerWrites = (text: string, preview = PREVIEW) => {
  const event = wrote(t.customer, text, t.app.clock.now());
  t.receive({ ...event, content: content(text, preview) } as typeof event);
  return (
    one<{ id: number; networkId: string }>(
      t.tenant.db,
      "SELECT id, provider_id AS networkId FROM message ORDER BY id DESC LIMIT 1",
    ) ?? { id: 0, networkId: "" }
  );
};
const shown = async () => (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages.at(-1).linkPreview;
const sent = async () => {
  await settle();
  return t.provider.sent.at(-1)?.content;
};
const links = () => all(t.tenant.db, "SELECT url FROM message_link");

describe("a link in a customer's message", () => {
  test("a link in a customer's message shows the preview that the phone sent, without any request to the address", async () => {
    customerWrites(`Quero este: ${URL}`);
    expect(await shown()).toEqual(PREVIEW);
    t.receive(wrote(t.customer, "e https://outro.com.br/x", t.app.clock.now()));
    await settle();
    expect(await shown()).toBeUndefined();
    expect(looked).toEqual([]);
  });

  test("the preview of a customer's link is deleted with its message or when an edit removes the address, and stays otherwise", async () => {
    const { networkId } = customerWrites(`Quero ${URL}`);
    const edit = (body: string, at: number) =>
      t.receive(about(t.customer, "edit", networkId, { at, fromMe: false, body }));
    edit(`Queria ${URL}`, t.app.clock.now());
    expect(await shown()).toEqual(PREVIEW);
    edit("Deixa", t.app.clock.now() + 1);
    expect([await shown(), links()]).toEqual([undefined, []]);
    const second = customerWrites(`E ${URL}`);
    t.receive(about(t.customer, "revoke", second.networkId, { at: t.app.clock.now(), fromMe: false }));
    expect(await shown()).toBeUndefined();
    run(t.tenant.db, "DELETE FROM message WHERE id = ?", second.id);
    expect(links()).toEqual([]);
  });
});

describe("a link that a user writes", () => {
  test("the preview that was shown is sent with the message and stored in the conversation", async () => {
    fetched();
    const { message } = (await t.post({ body: `Veja ${URL}`, linkPreview: URL })).body;
    expect(message.linkPreview).toEqual(PREVIEW);
    expect(await sent()).toEqual({ type: "text", text: `*Ana:*\nVeja ${URL}`, preview: PREVIEW });
    expect(await shown()).toEqual(PREVIEW);
  });

  test.each([
    ["it was closed", { body: `Veja ${URL}` }],
    ["it was never fetched", { body: "Veja https://x.com.br", linkPreview: "https://x.com.br" }],
    ["the text no longer has the address", { body: "Veja", linkPreview: URL }],
  ])("the text is sent without a preview when %s", async (_why, body) => {
    fetched();
    expect((await t.post(body)).status).toBe(200);
    expect(await sent()).toEqual({ type: "text", text: `*Ana:*\n${body.body}` });
    expect(looked).toEqual([]);
  });

  test("with the setting off the text is sent without a preview", async () => {
    fetched();
    writeSetting(t.tenant, "linkPreviews", "disabled");
    await t.post({ body: `Veja ${URL}`, linkPreview: URL });
    expect(await sent()).not.toHaveProperty("preview");
  });

  test("on an official number no preview is sent, because the network creates it", async () => {
    fetched();
    run(t.tenant.db, "UPDATE connection SET provider = 'cloud'");
    const { message } = (await t.post({ body: `Veja ${URL}`, linkPreview: URL })).body;
    expect([message.linkPreview, links()]).toEqual([undefined, []]);
  });

  test("the preview of an undone message is deleted", async () => {
    fetched();
    await t.asAna.put("/users/me/preferences", { undoSendSeconds: 5 });
    const { message } = (await t.post({ body: `Veja ${URL}`, linkPreview: URL })).body;
    expect((await t.asAna.post(`/messages/${message.id}/undo`, {})).status).toBe(200);
    expect(links()).toEqual([]);
  });
});
