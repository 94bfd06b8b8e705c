import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createClosedTicket } from "#inbox/tickets/creation/create.ts";
import { TicketChanged, TicketRead } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import { markTicketRead } from "./mark-read.ts";
import { recordImportedMessage, recordInboundMessage, updatePreview } from "./message-activity.ts";

const MINUTE = 60_000;
let desk: Desk;
let reads: (number | null)[];
beforeEach(() => {
  desk = openDesk();
  reads = [];
  desk.app.installation.bus.within(TicketRead, (_unit, { userId }) => void reads.push(userId));
});
afterEach(() => desk.close());

describe("an outgoing message", () => {
  test("a person's message ends the customer's wait, is the first response, and marks all messages read", () => {
    const ana = desk.attendant();
    const ticket = desk.attended(ana, desk.sales);
    desk.writes(ticket.contactId);
    desk.app.clock.advance(MINUTE);
    expect(desk.answers(ticket.id, { userId: ana.actor.id })).toMatchObject({
      lastMessage: "resposta",
      lastMessageFromMe: true,
      unreadMessages: 0,
      waitingSince: null,
      updatedAt: desk.app.clock.now(),
    });
    const first = desk.app.clock.now();
    desk.app.clock.advance(MINUTE);
    desk.answers(ticket.id);
    expect(runningTracking(desk.tenant.db, ticket.id)?.firstResponseAt).toBe(first);
    expect(reads).toEqual([ana.actor.id]);
  });

  test("a bot's message leaves the customer waiting and the messages unread", () => {
    const { ticket } = desk.writes(desk.contact());
    expect(desk.answers(ticket.id, { human: false })).toMatchObject({
      unreadMessages: 1,
      waitingSince: ticket.waitingSince,
      lastMessageFromMe: true,
    });
    expect(runningTracking(desk.tenant.db, ticket.id)?.firstResponseAt).toBeNull();
    expect(reads).toEqual([]);
  });

  test("a message typed on the phone ends the bot", () => {
    const { ticket } = desk.writes(desk.contact());
    run(
      desk.tenant.db,
      "UPDATE ticket SET chatbot = 1, use_integration = 1, integration_id = 2, queue_option_id = 3",
    );
    expect(desk.answers(ticket.id)).toMatchObject({
      chatbot: false,
      useIntegration: false,
      integrationId: null,
      queueOptionId: null,
      status: "pending",
    });
    expect(reads).toEqual([null]);
  });
});

describe("activity of a ticket", () => {
  test("an inbound message never has a time in the future, even if the network's clock is ahead", () => {
    const { ticket } = desk.writes(desk.contact(), "oi", { at: desk.app.clock.now() + MINUTE });
    expect(ticket.lastCustomerMessageAt).toBe(desk.app.clock.now());
  });

  test("a rating or farewell in a closed ticket does not count as unread and starts no wait", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    desk.put(ana, id, { status: "closed" });
    const note = { messageId: 1, preview: "obrigado", mediaType: null, at: desk.app.clock.now() };
    const after = desk.tenant.write((unit) =>
      recordInboundMessage(unit, desk.ticket(id), { ...note, countsAsUnread: false }),
    );
    expect(after).toMatchObject({
      status: "closed",
      unreadMessages: 0,
      waitingSince: null,
      lastMessage: "obrigado",
    });
  });

  test("editing the last message changes the ticket's preview, but not its position in the list", () => {
    const { ticket } = desk.writes(desk.contact(), "bom dai");
    desk.app.clock.advance(MINUTE);
    const change = (messageId: number, preview: string) =>
      desk.tenant.write((unit) => updatePreview(unit, ticket, { messageId, preview, mediaType: null }));
    change(ticket.lastMessageId ?? 0, "bom dia");
    change(999, "old");
    expect(desk.ticket(ticket.id)).toMatchObject({ lastMessage: "bom dia", updatedAt: ticket.updatedAt });
  });

  test("an imported message is sorted by its own time and emits no event", () => {
    const changes: number[] = [];
    desk.app.installation.bus.after(TicketChanged, (_tenant, { after }) => void changes.push(after.id));
    const at = desk.app.clock.now() - 1000 * MINUTE;
    const id = desk.tenant.write((unit) => {
      const ticket = createClosedTicket(unit, {
        contactId: desk.contact(),
        connectionId: desk.connectionId,
        channel: "whatsapp",
        isGroup: false,
        origin: "import",
      });
      const note = { messageId: 1, mediaType: null, fromMe: false };
      recordImportedMessage(unit, ticket, { ...note, preview: "newer", at });
      recordImportedMessage(unit, ticket, { ...note, preview: "older", at: at - 1 });
      return ticket.id;
    });
    expect(desk.ticket(id)).toMatchObject({
      status: "closed",
      closeReason: "import",
      lastMessage: "newer",
      updatedAt: at,
      unreadMessages: 0,
    });
    expect(runningTracking(desk.tenant.db, id)).toBeUndefined();
    expect(changes).toEqual([]);
  });
});

describe("reading", () => {
  test("when the owner reads the messages, the unread count becomes 0 and is broadcast once", () => {
    const ana = desk.attendant();
    const ticket = desk.attended(ana, desk.sales);
    desk.writes(ticket.contactId);
    markTicketRead(desk.tenant, ana.actor, desk.ticket(ticket.id));
    expect(desk.ticket(ticket.id).unreadMessages).toBe(0);
    expect(desk.broadcasts.to(ana, "ticket").at(-1)).toEqual({ action: "updateUnread", ticketId: ticket.id });
    run(desk.tenant.db, "UPDATE message SET read = 1");
    markTicketRead(desk.tenant, ana.actor, desk.ticket(ticket.id));
    expect(reads).toEqual([ana.actor.id]);
  });

  test("reading by other users, or before the accept, does not change the unread count", () => {
    const ana = desk.attendant();
    const waiting = desk.waiting(desk.sales);
    markTicketRead(desk.tenant, ana.actor, waiting);
    const ticket = desk.attended(ana, desk.sales);
    desk.writes(ticket.contactId);
    markTicketRead(desk.tenant, desk.admin().actor, desk.ticket(ticket.id));
    expect(desk.ticket(ticket.id).unreadMessages).toBe(1);
    expect(reads).toEqual([]);
  });

  test("messages unread at the accept are marked read when the owner opens the ticket, although the unread count is 0", () => {
    const ana = desk.attendant();
    const ticket = desk.attended(ana, desk.sales);
    expect(ticket.unreadMessages).toBe(0);
    markTicketRead(desk.tenant, ana.actor, ticket);
    expect(reads).toEqual([ana.actor.id]);
  });
});

test("several changes of a ticket in one transaction emit one event, from the first to the last state", () => {
  const told: unknown[] = [];
  desk.app.installation.bus.after(TicketChanged, (_tenant, { before, after }) => {
    told.push([before?.unreadMessages ?? null, after.unreadMessages]);
  });
  const { contactId } = desk.writes(desk.contact()).ticket;
  desk.writes(contactId);
  expect(told).toEqual([
    [null, 1],
    [1, 2],
  ]);
});
