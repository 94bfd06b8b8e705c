import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { maria, networkId, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { TicketQueued } from "#inbox/tickets/events.ts";
import { testQueue } from "#test/helpers/installation.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const now = () => s.clock.now();
const messages = () =>
  s.rows<{ body: string; media_type: string | null; ticket_id: number }>(
    "SELECT body, media_type, ticket_id FROM message ORDER BY id",
  );
const tickets = () =>
  s.rows<{ id: number; status: string; queue: number | null; unread: number }>(
    "SELECT id, status, queue_id AS queue, unread_messages AS unread FROM ticket ORDER BY id",
  );

describe("a call", () => {
  const call = (outcome: "missed" | "rejected" | "answered") =>
    ({
      kind: "call",
      chatKey: "pn:5511987654321",
      eventKey: `call:${networkId()}`,
      at: now(),
      chat: maria.identities,
      callId: networkId(),
      video: false,
      outcome,
      group: false,
    }) as const;
  const toMaria = () =>
    s.provider.sent.map(({ to, content }) => [to, content.type === "text" ? content.text : ""]);

  test("a missed call is shown in the conversation with the time in the company's time zone and opens no ticket", async () => {
    s.receive(call("missed"));
    expect(tickets()).toEqual([]);
    s.receive(wrote(maria, "Oi", now()), call("missed"));
    expect(messages()[1]).toMatchObject({
      body: "Chamada de voz/vídeo perdida às 12:00",
      media_type: "call_log",
    });
  });

  test("a rejected call is answered with a text, at most once an hour", async () => {
    s.receive(call("rejected"));
    await s.settle();
    expect(toMaria()).toEqual([
      [
        "5511987654321@s.whatsapp.net",
        "*Mensagem automática*\nNo momento não atendemos chamadas por aqui. Por favor, envie uma mensagem.",
      ],
    ]);
    s.receive(call("rejected"));
    s.clock.advance(59 * 60_000);
    s.receive(call("rejected"));
    await s.settle();
    expect(toMaria()).toHaveLength(1);
    s.clock.advance(2 * 60_000);
    s.receive(call("rejected"));
    await s.settle();
    expect(toMaria()).toHaveLength(2);
    expect(tickets()).toEqual([]);
  });

  test("a missed call that was not rejected is shown in the conversation, and no text is sent", async () => {
    writeSetting(s.tenant, "call", "enabled");
    s.receive(wrote(maria, "Oi", now()), call("missed"), call("rejected"));
    await s.settle();
    expect(messages().map((row) => row.media_type)).toEqual([null, "call_log", "call_log"]);
    expect(toMaria()).toEqual([]);
  });

  test("a call after the close is shown in the closed ticket, and the ticket stays closed", () => {
    s.receive(wrote(maria, "Oi", now()));
    s.tenant.db.$client.exec("UPDATE ticket SET status = 'closed', unread_messages = 0, closed_at = 1");
    s.receive(call("missed"));
    expect(tickets()).toMatchObject([{ status: "closed", unread: 0 }]);
    expect(messages()).toMatchObject([{}, { media_type: "call_log", ticket_id: tickets()[0]?.id }]);
  });

  test("with the setting on, a call opens a ticket in the connection's queue", () => {
    const queueId = testQueue(s.tenant);
    s.tenant.db.$client.exec(`INSERT INTO connection_queue VALUES (${s.connectionId}, ${queueId})`);
    s.receive(wrote(maria, "Oi", now()));
    s.tenant.db.$client.exec("DELETE FROM ticket");
    const queued: number[] = [];
    s.installation.bus.within(TicketQueued, (_unit, { ticket }) => void queued.push(ticket.id));
    writeSetting(s.tenant, "callCreatesTicket", "enabled");
    s.receive(call("missed"), call("missed"));
    expect(tickets()).toMatchObject([{ status: "pending", queue: queueId, unread: 2 }]);
    expect(queued).toEqual([tickets()[0]?.id as number]);
  });

  test("an answered call stores no message", () => {
    s.receive(wrote(maria, "Oi", now()), call("answered"));
    expect(messages()).toHaveLength(1);
  });
});
