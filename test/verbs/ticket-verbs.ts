import { randomUUID } from "node:crypto";
import type { InboundContent } from "#channels/connections/index.ts";
import { about, wrote } from "#inbox/messages/testing.ts";
import { all } from "#platform/db/database.ts";
import { MINUTE } from "./times.ts";
import { type Hand, onTicket, rowOf, type Verb } from "./verbs.ts";

const RUNNING = "status <> 'closed'";

const file = (kind: "image" | "audio"): InboundContent => ({
  type: "media",
  caption: "",
  media: {
    kind,
    mimeType: kind === "image" ? "image/webp" : "audio/ogg",
    fileName: null,
    sticker: kind === "image",
    voice: kind === "audio",
    duration: null,
    file: { state: "missing", handle: "x" },
  },
});
const TEXTS = ["oi", "1", "2", "3", "obrigada", "urgente", "qual o preço?", "sair"];

const customerWrites: Verb = async ({ office, random, pick, chance }) => {
  const customer = pick(office.customers);
  const connectionId = pick(office.connections);
  if (!customer || connectionId === undefined) return null;
  const content = chance(6) ? file(chance(2) ? "image" : "audio") : (pick(TEXTS) ?? "oi");
  // Now and then a person of the company writes on the paired phone.
  const fromMe = chance(5);
  const at = office.app.clock.now() - (chance(6) ? random(20_000) : 0);
  office.receive(connectionId, wrote(customer, content, at, { fromMe }));
  const what = typeof content === "string" ? content : content.type;
  return `${fromMe ? "phone" : "customer"} ${customer.name} on ${connectionId}: ${what}`;
};

/** Something happens to a message: read, edited, deleted, reacted to. */
const messageEvent: Verb = async ({ office, pick, random }) => {
  const message = pick(
    all<{ provider: string; connection: number; mine: number; number: string }>(
      office.tenant.db,
      `SELECT m.provider_id AS provider, m.connection_id AS connection, m.from_me AS mine, c.number
        FROM message m JOIN contact c ON c.id = m.contact_id
        WHERE m.provider_id IS NOT NULL AND m.id > (SELECT max(id) FROM message) - 20 ORDER BY m.id`,
    ),
  );
  const customer = office.customers.find(({ identities }) => identities[0]?.value === message?.number);
  if (!message || !customer) return null;
  const at = office.app.clock.now();
  const { provider, connection } = message;
  const events = [
    () => about(customer, "ack", provider, { at, ack: pick([1, 2, 4, 5] as const) ?? 1, error: null }),
    () => about(customer, "edit", provider, { at, fromMe: message.mine === 1, body: "corrigido" }),
    () => about(customer, "revoke", provider, { at, fromMe: message.mine === 1 }),
    () =>
      about(customer, "reaction", provider, { at, fromMe: false, author: customer.identities, emoji: "👍" }),
  ];
  const event = (message.mine ? events[random(4)] : events[1 + random(3)]) ?? events[0];
  if (!event) return null;
  office.receive(connection, event());
  return `event ${event().kind} of message ${provider}`;
};

const sends = onTicket(
  ({ act, chance }, id, by) =>
    act(by, "post", `/messages/${id}`, {
      body: chance(3) ? "Um momento" : "Pois não",
      clientMessageId: randomUUID(),
    }),
  "status = 'open'",
);
/** A message that waits for some seconds, and is mostly taken back by its author, sometimes by a colleague. */
const undoesSend = onTicket(async ({ act, call, chance, person }, id, by) => {
  await call(by, "put", "/users/me/preferences", { undoSendSeconds: chance(3) ? 0 : 15 });
  const sent = await call(by, "post", `/messages/${id}`, { body: "Engano", clientMessageId: randomUUID() });
  if (sent.status !== 200) return `${by.actor.name} could not write in ${id}: ${sent.status}`;
  return act(chance(5) ? person() : by, "post", `/messages/${(sent.body as { id: number }).id}/undo`);
}, "status = 'open'");
const reads = onTicket(async ({ call }, id, by) => {
  const { status } = await call(by, "get", `/messages/${id}`);
  return `${by.actor.name} reads ${id}: ${status}`;
});

const notes = onTicket(({ act, office, pick, chance }, id, by) => {
  const who = chance(2) ? pick(office.people)?.actor.id : undefined;
  const mentions = who === undefined ? [] : [{ kind: "user", id: who }];
  return act(by, "post", "/ticket-notes", { ticketId: id, note: "veja isto", mentions });
});
const changesNote: Verb = async ({ act, office, pick, chance, person }) => {
  const id = pick(office.ids("SELECT id FROM ticket_note ORDER BY id DESC LIMIT 3"));
  if (id === undefined) return null;
  const by = chance(2) ? office.admin : person();
  const mentions = chance(2) ? [{ kind: "queue", id: office.sales }] : [];
  return chance(2)
    ? act(by, "delete", `/ticket-notes/${id}`)
    : act(by, "put", `/ticket-notes/${id}`, { note: "corrigida", mentions });
};

const put = (verb: (hand: Hand, id: number, userId: number) => object, where?: string) =>
  onTicket((hand, id, by) => hand.act(by, "put", `/tickets/${id}`, verb(hand, id, by.actor.id)), where);

const accepts = put((_hand, _id, userId) => ({ status: "open", userId }), "status = 'pending'");
const transfersToQueue = put(
  ({ office, pick }) => ({ queueId: pick(office.ids("SELECT id FROM queue")), userId: null }),
  RUNNING,
);
const transfersToPerson = put(
  ({ office, pick, person }) => ({
    userId: person().actor.id,
    queueId: pick(office.ids("SELECT id FROM queue")),
    reason: "segue",
  }),
  RUNNING,
);
const movesConnection = put(({ office, pick }) => ({ whatsappId: pick(office.connections) }), RUNNING);
const returns = put(() => ({ status: "pending", userId: null }), "status = 'open'");
const closes = put(
  ({ office, pick, chance }) => ({
    status: "closed",
    ...(chance(3) && { silent: true }),
    ...(chance(2) && { resolutionId: pick(office.ids("SELECT id FROM resolution")) ?? null }),
  }),
  RUNNING,
);
const reopens = put((_hand, _id, userId) => ({ status: "open", userId }), "status = 'closed'");
const undoesClose = onTicket(
  ({ act }, id, by) => act(by, "post", `/tickets/${id}/undo-close`),
  "close_settles_at IS NOT NULL",
);
const takesOver = onTicket(
  (hand, id, by) =>
    hand.act(by, "post", `/tickets/${id}/take-over`, {
      fromUserId: rowOf(hand, id).userId ?? 1,
      silent: hand.chance(2),
    }),
  "status = 'open'",
);
const opens: Verb = async ({ act, office, pick, person, chance }) => {
  const contactId = pick(office.ids("SELECT id FROM contact WHERE is_group = 0"));
  if (contactId === undefined) return null;
  const by = person();
  const body = { contactId, queueId: office.sales, whatsappId: pick(office.connections) };
  return act(by, "post", "/tickets", { ...body, ...(chance(3) && { userId: person().actor.id }) });
};
const deletes = onTicket(({ act, office }, id) => act(office.admin, "delete", `/tickets/${id}`));

const snoozes = onTicket(({ act, office, pick, random }, id, by) => {
  const mode = pick(["time", "reply", "either"] as const);
  const until = new Date(office.app.clock.now() + (6 + random(300)) * MINUTE).toISOString();
  return act(by, "put", `/tickets/${id}/snooze`, { mode, ...(mode !== "reply" && { until }) });
}, "status = 'open'");
const wakes = onTicket(
  ({ act, chance }, id, by) =>
    chance(3) ? act(by, "post", `/tickets/${id}/snooze/again`) : act(by, "delete", `/tickets/${id}/snooze`),
  "snooze_mode IS NOT NULL",
);
const prioritises = onTicket(({ act, random }, id, by) =>
  act(by, "put", `/tickets/${id}/priority`, { priority: 1 + random(4) }),
);
const marksUnread = onTicket(({ act, chance }, id, by) =>
  act(by, "put", `/tickets/${id}/unread`, { unread: chance(2) }),
);
const pins = onTicket(({ act, chance }, id, by) =>
  act(by, chance(3) ? "delete" : "put", `/tickets/${id}/pin`),
);

const tags = onTicket(({ act, office, chance, pick }, id, by) => {
  const tagIds = office.ids("SELECT id FROM tag ORDER BY id");
  const tagId = pick(tagIds);
  if (tagId === undefined) return Promise.resolve(null);
  if (chance(3))
    return act(by, "post", "/tags/sync", {
      ticketId: id,
      tags: tagIds.filter(() => chance(2)).map((tag) => ({ id: tag })),
    });
  return chance(4) ? act(by, "delete", `/ticket-tags/${id}`) : act(by, "put", `/ticket-tags/${id}/${tagId}`);
});
const setsFields = onTicket(({ act, chance, random }, id, by) =>
  act(by, "put", `/tickets/${id}/fields`, {
    values: { pedido: chance(3) ? null : String(random(3)), valor: chance(3) ? null : random(5) },
  }),
);
const participates = onTicket(({ act, office, chance, person }, id, by) => {
  if (chance(6)) return act(by, "put", `/tickets/${id}/participants/me`, { notify: "all" });
  if (chance(4)) return act(by, "post", `/tickets/${id}/participants`, { userIds: [by.actor.id] });
  const userIds = [person().actor.id];
  return chance(3)
    ? act(chance(2) ? office.admin : by, "delete", `/tickets/${id}/participants/${userIds[0]}`)
    : act(by, "post", `/tickets/${id}/participants`, { userIds });
});
const moves = onTicket(({ act, office, pick }, id, by) =>
  act(by, "put", `/tickets/${id}/lane`, {
    tagId: pick([null, ...office.ids("SELECT id FROM tag WHERE kanban = 1")]),
  }),
);
const followsUp = onTicket(({ act, office, pick, chance }, id, by) => {
  const followUpId = pick(office.ids("SELECT id FROM follow_up"));
  return chance(3) || followUpId === undefined
    ? act(by, "delete", `/tickets/${id}/follow-up`)
    : act(by, "post", `/tickets/${id}/follow-up`, { followUpId, snooze: chance(2) });
}, "status = 'open'");
const reminds = onTicket(({ act, office, random }, id, by) => {
  const at = new Date(office.app.clock.now() + (1 + random(200)) * MINUTE).toISOString();
  return act(by, "post", "/reminders", { ticketId: id, at, note: "ligar" });
});
const runsMacro = onTicket(({ act, office, pick }, id, by) => {
  const macroId = pick(office.ids("SELECT id FROM macro"));
  if (macroId === undefined) return Promise.resolve(null);
  return act(by, "post", `/macros/${macroId}/run`, { ticketId: id, runId: randomUUID() });
});

const readsNotices: Verb = ({ act, person }) => act(person(), "put", "/notifications/read", { all: true });

const bulk: Verb = async ({ act, office, pick, random, person, chance }) => {
  const run = pick(office.ids("SELECT id FROM bulk_run ORDER BY id DESC LIMIT 2"));
  const by = chance(2) ? office.admin : person();
  if (run !== undefined && chance(3)) return act(by, "post", `/tickets/bulk/${run}/undo`);
  const tagId = pick(office.ids("SELECT id FROM tag"));
  const action = pick([
    { action: "priority", priority: 1 + random(4) },
    { action: "assign", userId: "me" },
    { action: "transfer", queueId: office.support },
    { action: "return" },
    { action: "snooze", mode: "time", minutes: 30 },
    { action: "resolve", farewell: false },
    { action: "field_set", key: "pedido", value: "9" },
    ...(tagId === undefined
      ? []
      : [
          { action: "tag_add", tagIds: [tagId] },
          { action: "tag_remove", tagIds: [tagId] },
        ]),
  ]);
  const ids = office.ids("SELECT id FROM ticket").filter(() => chance(2));
  const selection =
    ids.length > 0 && chance(2) ? { ids } : { query: { status: pick(["open", "pending"]), searchParam: "" } };
  return act(by, "post", "/tickets/bulk", { selection, actions: [action], requestId: randomUUID() });
};

export const TICKET_VERBS: Readonly<Record<string, readonly [weight: number, verb: Verb]>> = {
  customerWrites: [14, customerWrites],
  messageEvent: [4, messageEvent],
  sends: [7, sends],
  undoesSend: [2, undoesSend],
  reads: [3, reads],
  notes: [3, notes],
  changesNote: [2, changesNote],
  accepts: [8, accepts],
  transfersToQueue: [4, transfersToQueue],
  transfersToPerson: [3, transfersToPerson],
  movesConnection: [2, movesConnection],
  returns: [3, returns],
  closes: [6, closes],
  reopens: [3, reopens],
  undoesClose: [4, undoesClose],
  takesOver: [3, takesOver],
  opens: [3, opens],
  deletes: [1, deletes],
  snoozes: [5, snoozes],
  wakes: [3, wakes],
  prioritises: [3, prioritises],
  marksUnread: [2, marksUnread],
  pins: [2, pins],
  tags: [4, tags],
  setsFields: [3, setsFields],
  participates: [4, participates],
  moves: [2, moves],
  followsUp: [3, followsUp],
  reminds: [1, reminds],
  runsMacro: [3, runsMacro],
  readsNotices: [1, readsNotices],
  bulk: [3, bulk],
};
