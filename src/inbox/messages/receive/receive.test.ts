import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import type { InboundEvent } from "#channels/connections/index.ts";
import {
  about,
  type Customer,
  joao,
  maria,
  networkId,
  phone,
  privacyId,
  type Scene,
  scene,
  wrote,
} from "#inbox/messages/testing.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const now = () => s.clock.now();
const set = (key: Parameters<typeof writeSetting>[1], value: string) => writeSetting(s.tenant, key, value);
const messages = () =>
  s.rows<{ body: string; from_me: number; origin: string; ticket_id: number; media_type: string | null }>(
    "SELECT body, from_me, origin, ticket_id, media_type FROM message ORDER BY id",
  );
const tickets = () =>
  s.rows<{ id: number; status: string; unread: number; origin: string; last: string }>(
    "SELECT id, status, unread_messages AS unread, origin, last_message AS last FROM ticket ORDER BY id",
  );
const raw = () =>
  s.rows<{ state: string; reason: string | null }>("SELECT state, reason FROM inbound_event ORDER BY id");

const group: Customer = {
  name: "",
  identities: [{ kind: "group", value: "120363", address: "120363@g.us" }],
};
const subjectOf = ({ identities }: Customer, subject: string): InboundEvent => ({
  kind: "group",
  chatKey: "group:120363",
  eventKey: `group:${now()}`,
  at: now(),
  chat: identities,
  subject,
  members: [],
});

describe("a message of a customer", () => {
  test("a customer's first message creates a contact, a pending ticket and the message, and is broadcast to users who see the ticket", () => {
    const queueId = testQueue(s.tenant);
    const attendant = testUser(s.tenant, { queueIds: [queueId] });
    s.receive(wrote(maria, "Bom dia!", now()));
    expect(messages()).toMatchObject([{ body: "Bom dia!", from_me: 0, origin: "contact" }]);
    expect(tickets()).toMatchObject([{ status: "pending", unread: 1, last: "Bom dia!" }]);
    expect(s.row("SELECT name, number FROM contact")).toEqual({
      name: "Maria Souza",
      number: "5511987654321",
    });
    const [created] = s.heard.to(s.admin, "appMessage");
    expect(created).toMatchObject({
      action: "create",
      message: { body: "Bom dia!", fromMe: false, notify: true, contact: { name: "Maria Souza" } },
      ticket: { unreadMessages: 1, lastMessage: "Bom dia!" },
      contact: { name: "Maria Souza" },
    });
    expect(s.heard.to(attendant, "appMessage")).toEqual([]);
  });

  test("an event received twice, even under another key, is stored as one message", () => {
    const event = wrote(maria, "Oi", now());
    s.receive(event, event);
    s.receive(event);
    s.receive({ ...event, eventKey: "another" });
    expect(messages()).toHaveLength(1);
    expect(raw()).toEqual([
      { state: "done", reason: null },
      { state: "skipped", reason: "duplicate" },
    ]);
  });

  test("a message has the network's time, but never a time in the future", () => {
    s.receive(wrote(maria, "Oi", now() - 60_000), wrote(maria, "Oi?", now() + 60_000));
    expect(s.rows("SELECT created_at AS at FROM message ORDER BY id")).toEqual([
      { at: now() - 60_000 + 999 },
      { at: now() },
    ]);
  });

  test("a reply within the same second is listed after the message it replies to", () => {
    const second = now();
    s.clock.advance(400);
    s.receive(wrote(maria, "Quero!", second));
    expect(s.row("SELECT created_at AS at FROM message")).toEqual({ at: second + 400 });
  });

  test("messages of a blocked contact are skipped", () => {
    s.receive(wrote(maria, "Oi", now()));
    s.tenant.db.$client.exec("UPDATE contact SET blocked = 1");
    s.receive(wrote(maria, "Oi?", now()));
    expect(messages()).toHaveLength(1);
    expect(raw()[1]).toEqual({ state: "skipped", reason: "blocked" });
  });

  test("a reply contains the message it quotes", () => {
    const first = wrote(maria, "Quanto custa?", now());
    s.receive(first);
    s.receive(
      wrote(maria, "Ainda quero saber", now(), {
        quoted: { providerId: first.providerId, body: "Quanto custa?", fromMe: false },
      }),
    );
    expect(s.heard.to(s.admin, "appMessage").at(-1)).toMatchObject({
      message: { quotedMsg: { body: "Quanto custa?", contact: { name: "Maria Souza" } } },
    });
  });

  test.each([
    [
      {
        type: "location",
        latitude: -23.5,
        longitude: -46.6,
        name: "Loja",
        address: "Rua A",
        thumbnail: null,
      },
      { body: "-23.5,-46.6|Loja|Rua A", media_type: "locationMessage" },
      "Loja",
    ],
    [
      { type: "contacts", cards: [{ name: "Ana", vcard: "BEGIN:VCARD\nFN:Ana\nEND:VCARD" }] },
      { body: "BEGIN:VCARD\nFN:Ana\nEND:VCARD", media_type: "vcard" },
      "Ana",
    ],
    [
      { type: "unsupported", kind: "poll" },
      { body: "[mensagem não suportada]", media_type: null },
      "[mensagem não suportada]",
    ],
  ] as const)("the received content %j is stored with its text and preview", (content, stored, preview) => {
    s.receive(wrote(maria, content, now()));
    expect(messages()).toMatchObject([stored]);
    expect(tickets()).toMatchObject([{ last: preview }]);
  });

  test("a failing event delays only its own chat and is processed once the cause is gone", () => {
    s.receive(wrote(joao, "antes", now()));
    s.tenant.db.$client.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON message WHEN new.body = 'quebra' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    s.receive(wrote(maria, "quebra", now()), wrote(maria, "depois", now()), wrote(joao, "passa", now()));
    expect(messages().map(({ body }) => body)).toEqual(["antes", "passa"]);
    s.tenant.db.$client.exec("DROP TRIGGER broken");
    s.receive();
    expect(messages()).toHaveLength(2);
    s.clock.advance(1000);
    s.receive();
    expect(messages().map(({ body }) => body)).toEqual(["antes", "passa", "quebra", "depois"]);
  });

  test("an event that fails permanently is stored as failed, reported once, and can be replayed", () => {
    s.tenant.db.$client.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON message WHEN new.body = 'quebra' BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    s.receive(wrote(maria, "quebra", now()), wrote(maria, "depois", now()));
    for (const pause of [1000, 5000, 30_000, 300_000, 1_800_000]) {
      s.clock.advance(pause);
      s.receive();
    }
    expect(raw().map(({ state }) => state)).toEqual(["failed", "done"]);
    expect(s.rows("SELECT code FROM notice")).toEqual([{ code: "inbound_failed" }]);
    expect(messages().map(({ body }) => body)).toEqual(["depois"]);
  });
});

describe("messages of groups", () => {
  const group = {
    name: "Família",
    identities: [{ kind: "group", value: "123", address: "123@g.us" }],
  } as const;
  const inGroup = (text: string) =>
    wrote(group, text, now(), { participant: maria.identities, pushName: maria.name });

  test("group messages are ignored unless the company wants them", () => {
    s.receive(inGroup("oi gente"));
    expect(raw()).toEqual([{ state: "skipped", reason: "group" }]);
    expect(s.rows("SELECT 1 FROM contact")).toEqual([]);
  });

  test("a group has one ticket, with the author on each message and no notification", () => {
    set("CheckMsgIsGroup", "disabled");
    s.receive(
      inGroup("oi gente"),
      wrote(group, "oi", now(), { participant: joao.identities, pushName: joao.name }),
    );
    expect(tickets()).toHaveLength(1);
    expect(s.heard.to(s.admin, "appMessage").map((event) => event["message"])).toMatchObject([
      { contact: { name: "Maria Souza" }, notify: false },
      { contact: { name: "João Lima" }, notify: false },
    ]);
  });
});

describe("a message written on the paired phone", () => {
  const typed = (text: string, providerId = networkId()) =>
    wrote(maria, text, now(), { fromMe: true, providerId });

  test("a message typed on the phone counts as a person's reply in the running ticket", () => {
    s.receive(wrote(maria, "Oi", now()));
    s.receive(typed("Já vejo"));
    expect(messages()[1]).toMatchObject({ body: "Já vejo", from_me: 1, origin: "phone" });
    expect(tickets()).toMatchObject([{ status: "pending", unread: 0, last: "Já vejo" }]);
  });

  test("a message typed on the phone to a contact without a ticket creates a closed ticket", () => {
    s.receive(typed("Oi, mãe"));
    s.receive(typed("Tudo bem?"));
    expect(tickets()).toMatchObject([{ status: "closed", origin: "phone" }]);
    expect(s.row("SELECT name FROM contact")).toEqual({ name: "5511987654321" });
  });

  test("the prefixes that older software adds to messages are recognised and removed", () => {
    s.receive(wrote(maria, "Oi", now()), typed("\u200eSou um robô"), typed("\u200cPromoção"));
    expect(messages().slice(1)).toMatchObject([
      { body: "Sou um robô", origin: "bot" },
      { body: "Promoção", origin: "campaign" },
    ]);
  });
});

describe("other kinds of events", () => {
  test("the ack status only grows, and an early receipt waits for its message", () => {
    const id = networkId();
    s.receive(about(maria, "ack", id, { at: now(), ack: 4, error: null }));
    expect(raw()[0]).toMatchObject({ state: "new" });
    s.receive(wrote(maria, "Oi", now(), { fromMe: true, providerId: id }));
    s.receive(about(maria, "ack", id, { at: now(), ack: 2, error: null }));
    expect(s.rows("SELECT ack FROM message")).toEqual([{ ack: 4 }]);
    // The second receipt found its message, so it has no inbox row.
    expect(raw().map(({ state }) => state)).toEqual(["done", "done"]);
  });

  test("a receipt of one customer for a message to another is ignored", () => {
    const id = networkId();
    s.receive(wrote(joao, "Oi", now()), wrote(maria, "Bom dia", now(), { fromMe: true, providerId: id }));
    s.receive(about(joao, "ack", id, { at: now(), ack: 4, error: null }));
    expect(raw().at(-1)).toEqual({ state: "skipped", reason: "other_chat" });
    expect(s.row("SELECT ack FROM message WHERE provider_id = ?", id)).toEqual({ ack: 1 });
    s.receive(about(maria, "ack", id, { at: now(), ack: 4, error: null }));
    expect(s.row("SELECT ack FROM message WHERE provider_id = ?", id)).toEqual({ ack: 4 });
  });

  test("a member of a group cannot edit a message of another member", () => {
    writeSetting(s.tenant, "CheckMsgIsGroup", "disabled");
    const first = wrote(group, "Quero 10", now(), { participant: maria.identities });
    s.receive(first, wrote(group, "Eu não", now(), { participant: joao.identities, pushName: "João" }));
    const edit = (author: typeof maria, body: string) =>
      about(group, "edit", first.providerId, { at: now(), fromMe: false, author: author.identities, body });
    s.receive(edit(joao, "Quero 1000"));
    expect(s.row("SELECT body FROM message WHERE provider_id = ?", first.providerId)).toEqual({
      body: "Quero 10",
    });
    s.receive(edit(maria, "Quero 12"));
    expect(s.row("SELECT body FROM message WHERE provider_id = ?", first.providerId)).toEqual({
      body: "Quero 12",
    });
  });

  test("an ignored group has its subject as name as soon as groups are enabled", () => {
    const grouped = (text: string) =>
      wrote(group, text, now(), { participant: maria.identities, groupName: "Fornecedores" });
    writeSetting(s.tenant, "CheckMsgIsGroup", "enabled");
    s.receive(grouped("ignorada"), subjectOf(group, "Fornecedores"));
    expect(s.rows("SELECT 1 FROM contact")).toEqual([]);
    writeSetting(s.tenant, "CheckMsgIsGroup", "disabled");
    s.receive(grouped("agora sim"));
    expect(s.row("SELECT name FROM contact WHERE is_group = 1")).toEqual({ name: "Fornecedores" });
  });

  test("a group stored without a name gets its subject with its next message, and later subjects as well", () => {
    writeSetting(s.tenant, "CheckMsgIsGroup", "disabled");
    const said = (groupName: string | null) =>
      wrote(group, "oi", now(), { participant: maria.identities, groupName });
    const names = () => s.rows("SELECT name FROM contact WHERE is_group = 1");
    s.receive(said(null));
    expect(names()).toEqual([{ name: "Contato 120363" }]);
    s.receive(said("Fornecedores"));
    expect(names()).toEqual([{ name: "Fornecedores" }]);
    s.receive(said(null));
    expect(names()).toEqual([{ name: "Fornecedores" }]);
    s.receive(said("Fornecedores do bairro"));
    expect(names()).toEqual([{ name: "Fornecedores do bairro" }]);
  });

  test("contacts of the imported history get their name when the network reports it", () => {
    s.receive(wrote(maria, "Oi", now(), { pushName: null }));
    expect(s.row("SELECT name FROM contact")).toEqual({ name: "5511987654321" });
    const [identity] = maria.identities;
    s.receive({
      kind: "identity",
      chatKey: `pn:${identity?.value}`,
      eventKey: "name",
      at: now(),
      chat: maria.identities,
      identities: maria.identities,
      name: "Maria Souza",
    });
    expect(s.row("SELECT name FROM contact")).toEqual({ name: "Maria Souza" });
  });

  test("events about unknown messages are skipped after ten minutes", () => {
    s.receive(
      about(maria, "reaction", "nobody", { at: now(), fromMe: false, author: maria.identities, emoji: "👍" }),
    );
    s.clock.advance(600_000);
    s.receive();
    expect(raw()).toEqual([{ state: "skipped", reason: "unknown_target" }]);
    expect(tickets()).toEqual([]);
  });

  test("an edit keeps the earlier text, updates the ticket list, and sends no notification", () => {
    const first = wrote(maria, "Quero 10", now());
    s.receive(first);
    s.receive(about(maria, "edit", first.providerId, { at: now(), fromMe: false, body: "Quero 12" }));
    expect(s.row("SELECT body, is_edited, edits FROM message")).toEqual({
      body: "Quero 12",
      is_edited: 1,
      edits: JSON.stringify([{ body: "Quero 10", at: now() }]),
    });
    expect(tickets()).toMatchObject([{ unread: 1, last: "Quero 12" }]);
  });

  test("an edit or deletion by anyone but the author is ignored", () => {
    const first = wrote(maria, "Quero 10", now());
    s.receive(first);
    s.receive(
      about(maria, "edit", first.providerId, { at: now(), fromMe: true, body: "Quero 1000" }),
      about(maria, "revoke", first.providerId, { at: now(), fromMe: true }),
    );
    expect(s.row("SELECT body, deleted_at FROM message")).toEqual({ body: "Quero 10", deleted_at: null });
  });

  test("a message deleted by the contact keeps its text and file, but its text disappears from the ticket list", () => {
    const first = wrote(maria, "segredo", now());
    s.receive(first);
    s.receive(about(maria, "revoke", first.providerId, { at: now(), fromMe: false }));
    expect(s.row("SELECT body, deleted_by FROM message")).toEqual({ body: "segredo", deleted_by: "contact" });
    expect(tickets()).toMatchObject([{ last: "" }]);
  });

  test("each author has one reaction, and an empty one removes it", () => {
    const first = wrote(maria, "Olha", now());
    s.receive(first);
    const react = (emoji: string, fromMe = false) =>
      about(maria, "reaction", first.providerId, { at: now(), fromMe, author: maria.identities, emoji });
    s.receive(react("👍"), react("❤️"), react("🙏", true));
    const reactions = () => JSON.parse(s.row<{ r: string }>("SELECT reactions AS r FROM message")?.r ?? "[]");
    expect(reactions()).toMatchObject([
      { authorId: "5511987654321", emoji: "❤️" },
      { authorId: "me", emoji: "🙏" },
    ]);
    s.receive(react(""));
    expect(reactions()).toMatchObject([{ authorId: "me" }]);
  });

  test("two identities of one person merge their contacts and conversations", () => {
    const hidden = { name: "Maria", identities: [privacyId("99887")] };
    s.receive(wrote(maria, "pelo número", now()), wrote(hidden, "escondida", now()));
    expect(s.rows("SELECT 1 FROM contact")).toHaveLength(2);
    s.receive({
      kind: "identity",
      chatKey: "pn:5511987654321",
      eventKey: "link",
      at: now(),
      chat: maria.identities,
      identities: [phone("5511987654321"), privacyId("99887")],
      name: null,
    });
    expect(s.rows("SELECT 1 FROM contact")).toHaveLength(1);
    expect(new Set(s.rows("SELECT contact_id FROM message").map((row) => row["contact_id"])).size).toBe(1);
  });
});

describe("the history of the phone", () => {
  test("the phone's history is ignored unless the connection requests it; then it becomes one closed ticket without broadcasts", () => {
    const old = (text: string, fromMe = false) =>
      wrote(maria, text, now() - 86_400_000, { history: true, fromMe });
    s.receive(old("antigo"));
    expect(raw()).toEqual([{ state: "skipped", reason: "history" }]);
    s.tenant.db.$client.exec("UPDATE connection SET import_history = 1");
    s.receive(old("pergunta"), old("resposta", true));
    expect(tickets()).toMatchObject([{ status: "closed", origin: "import", unread: 0, last: "resposta" }]);
    expect(s.heard.to(s.admin, "appMessage")).toEqual([]);
    s.receive(wrote(maria, "agora", now()));
    expect(tickets()).toMatchObject([{ origin: "import" }, { status: "pending" }]);
  });
});
