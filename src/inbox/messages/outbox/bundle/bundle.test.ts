import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { png } from "#channels/media/testing.ts";
import { createAiMessage, createAutomaticMessage } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { addNumber, cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { tell } from "#simulator/graph/cloud-calls.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

let place: PagesApp;
let office: OfficialOffice;
let ticketId: number;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  ticketId = await begin();
});

const settled = () => quiet(place.graph);
const put = (body: object) => place.app.api(office.admin).put(`/whatsapp/${office.connectionId}`, body);
const sent = (): SentByCloud[] =>
  cloudOf(place.graph.book).sent.filter(({ number }) => number === office.number);
const textOf = ({ body }: SentByCloud) => (body["text"] as { body?: string } | undefined)?.body ?? "";
/** The texts as the customer gets them, without Ana's signature. */
const texts = () => sent().map((row) => textOf(row).replaceAll("*Ana:*\n", ""));
interface Row {
  readonly id: number;
  readonly body: string;
  readonly ack: number;
  readonly state: string;
  readonly bundle: number | null;
}
const messages = () =>
  all<Row>(
    office.tenant.db,
    "SELECT id, body, ack, send_state AS state, bundle_id AS bundle FROM message WHERE from_me = 1 ORDER BY id",
  );
async function begin(): Promise<number> {
  office.customer().writes("Oi");
  await settled();
  const { id = 0 } = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket") ?? {};
  run(
    office.tenant.db,
    "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?",
    ...[office.ana.actor.id, office.queueId, id],
  );
  return id;
}
const write = async (body: string, more: object = {}) => {
  const answer = await place.app.api(office.ana).post(`/messages/${ticketId}`, { body, ...more });
  expect(answer.status).toBe(200);
  await settled();
  return answer.body.message.id as number;
};
const pass = async (ms: number) => {
  place.app.clock.advance(ms);
  await place.app.app.runJob("outbox");
  await settled();
};
const automatic = (text: string) => {
  office.tenant.write((unit) => {
    const ticket = ticketById(unit.db, ticketId);
    if (ticket) createAutomaticMessage(unit, { ticket, text, origin: "bot" });
  });
};

describe("texts that are sent as one message", () => {
  test("a new official number bundles the texts of bots, unless the company chooses otherwise", async () => {
    const added = async (more: object) => {
      const number = addNumber(place.graph.book, "Aurora Norte");
      const { body } = await office.asAdmin.post("/whatsapp", {
        ...{ name: `Oficial ${number.id}`, provider: "cloud", phoneNumberId: number.id },
        ...{ businessAccountId: number.businessId, accessToken: number.token, ...more },
      });
      return body;
    };
    expect(await added({})).toMatchObject({ bundleFor: "automatic", bundleSeconds: 3 });
    expect(await added({ bundleFor: "off" })).toMatchObject({ bundleFor: "off" });
  });

  test("on an official number with bundling disabled no text waits", async () => {
    await write("Um");
    await write("Dois");
    expect(texts()).toEqual(["Um", "Dois"]);
  });

  test("texts of one author within the window are sent as one message, in order, and share its ack status", async () => {
    await put({ bundleFor: "everybody" });
    for (const text of ["Um", "Dois", "Três"]) await write(text);
    expect(texts()).toEqual([]);
    expect(messages().map(({ state }) => state)).toEqual(["queued", "queued", "queued"]);
    await pass(3000);
    expect(sent().map(textOf)).toEqual(["*Ana:*\nUm\n\nDois\n\nTrês"]);
    const [first, ...others] = messages();
    expect([first, ...others].map((row) => row?.bundle)).toEqual([
      first?.id,
      first?.id,
      first?.id,
    ] as number[]);
    expect(messages().map(({ state, ack }) => [state, ack])).toEqual([
      ["sent", 2],
      ["sent", 2],
      ["sent", 2],
    ]);
    const [only] = sent();
    if (only) await tell(place.graph, only, "read");
    await settled();
    expect(messages().map(({ ack }) => ack)).toEqual([4, 4, 4]);
    expect(one(office.tenant.db, "SELECT count(*) AS n FROM message_cost")).toEqual({ n: 1 });
    const day = new Date(place.app.clock.now()).toISOString().slice(0, 10);
    const report = await place.app.api(office.admin).get(`/costs?from=${day}&to=${day}`);
    expect(report.body).toMatchObject({ saved: 2 });
  });

  test("a text after the end of the window is a separate message", async () => {
    await put({ bundleFor: "everybody", bundleSeconds: 2 });
    await write("Um");
    await pass(2000);
    await write("Dois");
    await pass(2000);
    expect(texts()).toEqual(["Um", "Dois"]);
  });

  test("a quote and a text above 4,096 characters are separate messages, in order", async () => {
    await put({ bundleFor: "everybody" });
    const id = await write("Um");
    await write("Dois", { quotedMsg: { id } });
    expect(texts()).toEqual(["Um", "Dois"]);
    await write("A".repeat(3000));
    await write("B".repeat(3000));
    await pass(3000);
    await pass(3000);
    expect(texts().map((text) => text.slice(0, 2))).toEqual(["Um", "Do", "AA", "BB"]);
  });

  test("a file ends a bundle: the texts before and after it are separate messages, in order", async () => {
    await put({ bundleFor: "everybody" });
    await write("Um");
    await write("Dois");
    const form = new FormData();
    form.set("body", "");
    form.set("medias", new File([new Uint8Array(await png())], "foto.png", { type: "image/png" }));
    expect((await place.app.api(office.ana).post(`/messages/${ticketId}`, form)).status).toBe(200);
    await settled();
    await write("Três");
    await write("Quatro");
    await pass(3000);
    await pass(3000);
    expect(sent().map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(texts().filter((text) => text !== "")).toEqual(["Um\n\nDois", "Três\n\nQuatro"]);
  });

  test("a text of another author ends a bundle: the texts of each author are one separate message, in order", async () => {
    await put({ bundleFor: "everybody" });
    await write("Um");
    await write("Dois");
    const answer = await place.app.api(office.admin).post(`/messages/${ticketId}`, { body: "Três" });
    expect(answer.status).toBe(200);
    await settled();
    await write("Quatro");
    await pass(3000);
    await pass(3000);
    const parts = sent().map((row) => textOf(row).replace(/^\*[^*]+:\*\n/, ""));
    expect(parts).toEqual(["Um\n\nDois", "Três", "Quatro"]);
  });

  test("texts of AI are bundled; a menu with buttons or a person's text between them is a separate message", async () => {
    await put({ bundleFor: "automatic" });
    const ai = (text: string, key: string) =>
      office.tenant.write((unit) => {
        const ticket = ticketById(unit.db, ticketId);
        if (ticket) createAiMessage(unit, { ticket, text, key, fileId: null });
      });
    ai("Olá!", "1");
    ai("Posso ajudar?", "2");
    await settled();
    expect(texts()).toEqual([]);
    await pass(3000);
    expect(texts()).toEqual(["Olá!\n\nPosso ajudar?"]);
    automatic("Antes do menu");
    office.tenant.write((unit) => {
      const ticket = ticketById(unit.db, ticketId);
      const options = [{ id: "1", title: "Vendas" }];
      const menu = { words: "Escolha", options, style: "button" } as const;
      if (ticket) createAutomaticMessage(unit, { ticket, text: "Escolha\n1 - Vendas", origin: "bot", menu });
    });
    automatic("Depois do menu");
    await settled();
    await write("Eu continuo");
    await pass(3000);
    await pass(3000);
    expect(sent().map(({ type }) => type)).toEqual(["text", "text", "interactive", "text", "text"]);
    expect(texts().filter((text) => text !== "")).toEqual([
      "Olá!\n\nPosso ajudar?",
      "Antes do menu",
      // Messages of people are sent before those of bots.
      ...["Eu continuo", "Depois do menu"],
    ]);
  });

  test("with 'automatic' only texts of bots are bundled; people's texts are sent immediately", async () => {
    await put({ bundleFor: "automatic" });
    await write("Um");
    expect(texts()).toEqual(["Um"]);
    automatic("Olá!");
    automatic("Escolha uma opção.");
    await settled();
    await pass(3000);
    expect(texts()).toEqual(["Um", "Olá!\n\nEscolha uma opção."]);
  });

  test("only the author can send waiting texts immediately", async () => {
    await put({ bundleFor: "everybody", bundleSeconds: 10 });
    const [shown] = (await place.app.api(office.ana).get("/whatsapp")).body;
    expect(shown).toMatchObject({ bundleWindow: 10 });
    await write("Um");
    const second = await write("Dois");
    expect((await place.app.api(office.admin).post(`/messages/${second}/send-now`, {})).status).toBe(403);
    expect((await place.app.api(office.ana).post(`/messages/${second}/send-now`, {})).status).toBe(200);
    await settled();
    expect(texts()).toEqual(["Um\n\nDois"]);
    expect((await place.app.api(office.ana).post(`/messages/${second}/send-now`, {})).status).toBe(200);
    await settled();
    expect(texts()).toHaveLength(1);
  });

  test("a text that is cancelled while it waits is not sent; the others are", async () => {
    await put({ bundleFor: "everybody" });
    await write("Um");
    const second = await write("Dois");
    await write("Três");
    expect((await place.app.api(office.ana).delete(`/messages/${second}`)).status).toBe(200);
    await pass(3000);
    expect(texts()).toEqual(["Um\n\nTrês"]);
  });

  test("a refused bundle fails as a whole, and is sent again as a whole", async () => {
    await put({ bundleFor: "everybody" });
    cloudOf(place.graph.book).statuses = false;
    await write("Um");
    const second = await write("Dois");
    await pass(3000);
    const [only] = sent();
    if (only) await tell(place.graph, only, "failed", [{ code: 131_026, title: "Undeliverable" }]);
    await settled();
    expect(messages().map(({ state }) => state)).toEqual(["failed", "failed"]);
    expect((await place.app.api(office.ana).post(`/messages/${second}/retry`, {})).status).toBe(200);
    await settled();
    expect(messages().map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(texts()).toEqual(["Um\n\nDois", "Um\n\nDois"]);
    cloudOf(place.graph.book).statuses = true;
  });

  test("an outage within the window loses no text and repeats none", async () => {
    await put({ bundleFor: "everybody" });
    place.graph.book.down = true;
    await write("Um");
    await write("Dois");
    await pass(3000);
    await write("Três");
    place.graph.book.down = false;
    for (let turn = 0; turn < 8; turn += 1) await pass(20_000);
    expect(texts()).toEqual(["Um\n\nDois", "Três"]);
  });
});
