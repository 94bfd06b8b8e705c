import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeMessage } from "#inbox/messages/send/write.ts";
import { type Scene, scene } from "#inbox/messages/testing.ts";
import { openTicket } from "#inbox/tickets/creation/open.ts";
import { findOrCreateFromNetwork, NumberCheckPort } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let s: Scene;
let ana: UserCtx;
let queueId: number;
beforeEach(() => {
  s = scene();
  queueId = testQueue(s.tenant, "Vendas");
  ana = testUser(s.tenant, { name: "Ana", queueIds: [queueId] });
  ana = { ...ana, actor: { ...ana.actor, signMessages: false } };
});
afterEach(() => s.close());

const say = (ticketId: number, body: string) =>
  writeMessage(ana, { ticketId, body, quotedId: null, clientMessageId: undefined });
const recipients = () => s.provider.sent.map(({ to }) => to);

test("a new ticket of a contact with only a privacy id, and its first message, reach that id", async () => {
  const lid = { kind: "lid", value: "100000000000009", address: "100000000000009@lid" } as const;
  const connectionId = s.row<{ id: number }>("SELECT id FROM connection")?.id ?? 0;
  const { id } = s.tenant.write((unit) =>
    findOrCreateFromNetwork(unit, { identities: [lid], name: "Rita", isGroup: false, connectionId }),
  );
  const ticket = openTicket(ana, { contactId: id, queueId });
  say(ticket.id, "Olá, Rita");
  await s.settle();
  expect(recipients()).toEqual([lid.address]);
});

describe("an unchecked number", () => {
  const toNobody = () => {
    const contactId = testContact(s.tenant, { number: "5511955554444" });
    run(s.tenant.db, "UPDATE contact_identity SET exists_state = 'unknown'");
    run(
      s.tenant.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, protocol, created_at, updated_at)
       VALUES ('u', 'open', ?, ?, ?, ?, 'p', 1, 1)`,
      contactId,
      s.connectionId,
      queueId,
      ana.actor.id,
    );
    return s.row<{ id: number }>("SELECT id FROM ticket")?.id ?? 0;
  };
  test("an unchecked number is checked before its first message, which is sent to the address the network returned", async () => {
    s.installation.ports.plug(NumberCheckPort, {
      check: async () => ({
        exists: true,
        identities: [{ kind: "pn", value: "551155554444", address: "551155554444@s.whatsapp.net" }],
      }),
    });
    say(toNobody(), "Olá");
    await s.settle();
    expect(recipients()).toEqual(["551155554444@s.whatsapp.net"]);
  });

  test("a message to a number that is not on WhatsApp fails", async () => {
    s.installation.ports.plug(NumberCheckPort, { check: async () => ({ exists: false, identities: [] }) });
    const message = say(toNobody(), "Olá");
    await s.settle();
    expect(
      s.row("SELECT send_state AS state, send_error AS error FROM message WHERE id = ?", message.id),
    ).toEqual({ state: "failed", error: "ERR_WAPP_INVALID_CONTACT" });
    expect(recipients()).toEqual([]);
  });
});
