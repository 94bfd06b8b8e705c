import { liftRestriction, openRestriction, requireConnection } from "#channels/connections/index.ts";
import type { AccountLimits } from "#channels/connections/provider.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import { createAutomaticMessage, createMessageFromApi, createPlannedMessage } from "#inbox/messages/index.ts";
import { messageJobs } from "#inbox/messages/jobs.ts";
import { writeMessage } from "#inbox/messages/send/write.ts";
import { about, type Customer, phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { matchKey } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export let s: Scene;
export let ana: UserCtx;

/** A connected number without send interval, and Ana, an admin who does not sign; called before each test. */
export function beginHolding(): void {
  s = scene();
  run(s.tenant.db, "UPDATE connection SET send_interval_ms = 0");
  ana = testUser(s.tenant, { name: "Ana", profile: "admin" });
  ana = { ...ana, actor: { ...ana.actor, signMessages: false } };
}

let numbers = 0;
/** A customer with a ticket of Ana; `wroteFirst`: the chat is established. */
export function customer(
  wroteFirst: boolean,
): Customer & { readonly ticketId: number; readonly contactId: number } {
  const number = `55119${String(70_000_000 + ++numbers)}`;
  const person = { name: `Cliente ${numbers}`, identities: [phone(number)] };
  let contactId: number;
  if (wroteFirst) {
    s.receive(wrote(person, "Oi", s.clock.now()));
    contactId = s.row<{ id: number }>("SELECT max(id) AS id FROM contact")?.id ?? 0;
  } else {
    contactId = testContact(s.tenant, { name: person.name, number });
    run(
      s.tenant.db,
      "UPDATE contact_identity SET match_key = ? WHERE contact_id = ?",
      matchKey(number),
      contactId,
    );
  }
  run(
    s.tenant.db,
    "INSERT OR REPLACE INTO number_check (match_key, found, identities, checked_at) VALUES (?, 1, ?, ?)",
    ...[matchKey(number), JSON.stringify([phone(number)]), s.clock.now()],
  );
  const ticketId = wroteFirst
    ? (s.row<{ id: number }>("SELECT max(id) AS id FROM ticket")?.id ?? 0)
    : s.tenant.write((unit) => {
        const sent = createPlannedMessage(unit, {
          ...{ contactId, connectionId: s.connectionId, text: "-", fileId: null, author: null },
          ...{ origin: "schedule", source: "schedule", sourceKey: `seed:${number}` },
        });
        const id = "ticketId" in sent ? (sent.ticketId ?? 0) : 0;
        run(unit.db, "DELETE FROM outbox WHERE ticket_id = ?", id);
        run(unit.db, "DELETE FROM message WHERE ticket_id = ?", id);
        return id;
      });
  run(s.tenant.db, "UPDATE ticket SET status = 'open', user_id = ? WHERE id = ?", ana.actor.id, ticketId);
  return { ...person, ticketId, contactId };
}
export const byHand = ({ ticketId }: { readonly ticketId: number }, body: string) =>
  writeMessage(ana, { ticketId, body, quotedId: null, clientMessageId: undefined });
export const bySchedule = (
  { contactId }: { readonly contactId: number },
  text: string,
  origin: "schedule" | "campaign" = "schedule",
) =>
  s.tenant.write((unit) =>
    createPlannedMessage(unit, {
      ...{ contactId, connectionId: s.connectionId, text, fileId: null, author: null },
      ...{ origin, source: origin, sourceKey: `${origin}:${text}` },
    }),
  );
export const byApi = ({ contactId }: { readonly contactId: number }, text: string) =>
  s.tenant.write((unit) =>
    createMessageFromApi(unit, {
      connection: requireConnection(unit.db, s.connectionId),
      ...{ contactId, text, quotedId: null, openTicket: false },
    }),
  );
export const byBot = ({ ticketId }: { readonly ticketId: number }, text: string) =>
  s.tenant.write((unit) => {
    const ticket = ticketById(unit.db, ticketId);
    if (!ticket) throw new Error("ticket not found");
    return createAutomaticMessage(unit, { ticket, text, origin: "bot" });
  });
export const texts = () =>
  s.provider.sent.map(({ content }) => (content.type === "text" ? content.text : content.type));
export const held = () =>
  s.rows<{ by: string; source: string }>(
    "SELECT held_by AS by, source FROM outbox WHERE held_by IS NOT NULL ORDER BY id",
  );
export const lock = (endsAt: number | null = null) =>
  s.tenant.write((unit) =>
    openRestriction(unit, { connectionId: s.connectionId, kind: "reachout_lock", endsAt }),
  );
export const lift = () => s.tenant.write((unit) => liftRestriction(unit, s.connectionId, "reachout_lock"));
export const sweep = async () => {
  await messageJobs.find((job) => job.name === "outbox")?.run(s.installation);
  await s.settle();
};
export const pass = async (ms: number, step = MINUTE) => {
  for (let left = ms; left > 0; left -= step) {
    s.clock.advance(Math.min(step, left));
    await sweep();
  }
};
export const accept = (text: string) => {
  const sent = s.provider.sent.find(({ content }) => content.type === "text" && content.text === text);
  const row = s.row<{ contact: number }>(
    "SELECT contact_id AS contact FROM outbox WHERE provider_id = ?",
    sent?.providerId ?? "",
  );
  if (!sent || !row) throw new Error(`${text} was not sent`);
  s.receive(ackOf(sent.to, sent.providerId, null));
};
const ackOf = (to: string, providerId: string, error: string | null) =>
  about({ name: "", identities: [phone(to.split("@")[0] ?? "")] }, "ack", providerId, {
    ...{ at: s.clock.now(), ack: error === null ? 1 : -1, error },
  });
/** Copies the held row with its message, for as many other contacts. */
export function copyHeld(copies: number): void {
  const list = JSON.stringify([...Array(copies).keys()].map((n) => n + 1));
  const db = s.tenant.db;
  run(
    db,
    `INSERT INTO message (id, ticket_id, contact_id, connection_id, body, from_me, origin, send_state, send_error,
      created_at, updated_at) SELECT m.id + 1000 + n.value, ticket_id, contact_id, connection_id, body, 1, origin,
      send_state, send_error, created_at, updated_at FROM message m, json_each(?) n WHERE m.id = (SELECT message_id FROM outbox)`,
    list,
  );
  run(
    db,
    `INSERT INTO outbox (connection_id, contact_id, message_id, priority, source, source_key, payload, next_try_at,
      created_at, is_cold, held_by) SELECT connection_id, contact_id + 1000 + n.value, message_id + 1000 + n.value,
      priority, source, 'copy:' || n.value, payload, next_try_at, created_at, 1, held_by FROM outbox, json_each(?) n`,
    list,
  );
}
/** The network refuses the message with this text. */
export const refuse = (text: string, error: string) => {
  const sent = s.provider.sent.findLast(({ content }) => content.type === "text" && content.text === text);
  if (!sent) throw new Error(`${text} was not sent`);
  const event = ackOf(sent.to, sent.providerId, error);
  s.receive({ ...event, eventKey: `${event.eventKey}:${s.clock.now()}` });
};
/** Opens a session whose network answers this to the question for restrictions. */
export async function openSession(answer: () => AccountLimits | null): Promise<void> {
  s.provider.answers.limits = answer;
  const session = await s.installation.ports.use(SessionsPort).getOrCreate(s.tenant, s.connectionId);
  session.begin();
  await s.settle();
  s.provider.open(s.key);
  await s.settle();
}
export const inactive = () => ({ lock: { isActive: false, endsAt: null, type: "" }, quotas: [] });
