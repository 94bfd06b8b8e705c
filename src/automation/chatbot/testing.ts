import { type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import { TicketQueued } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { testQueue } from "#test/helpers/installation.ts";
import { type Talk, talk } from "#test/helpers/talk.ts";

/** A test conversation that records which tickets were announced for distribution since the last customer. */
export function queueing() {
  const t = talk();
  const queuedTickets: number[] = [];
  return {
    t,
    queuedTickets,
    async start() {
      await t.start();
      t.app.installation.bus.within(TicketQueued, (_unit, { ticket }) => void queuedTickets.push(ticket.id));
    },
    meet() {
      t.meet();
      queuedTickets.length = 0;
    },
  };
}

/** A customer at a shop whose connection has a menu. */
export interface Shop {
  /**
   * Sends a message as the customer, five seconds after the last one; null sends a picture. Returns the bot's new
   * messages.
   */
  write(text: string): string[];
  ticket(): Ticket;
  said(): string[];
  trail(): string[];
  /** Later messages come from a new customer. */
  newcomer(): void;
}

let numbers = 0;

/** Gives the connection of `talk` these queues and this greeting. */
export function shopOf(
  t: Talk,
  names: readonly string[],
  greeting = "Bem-vindo",
): Shop & { queues: number[] } {
  run(t.tenant.db, "UPDATE queue SET name = 'Recepção'");
  const queues = names.map((name) => testQueue(t.tenant, name));
  run(t.tenant.db, "UPDATE connection SET greeting_message = ? WHERE id = ?", greeting, t.connectionId);
  queues.forEach((id, index) => {
    run(t.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", t.connectionId, id);
    run(
      t.tenant.db,
      "UPDATE queue SET greeting_message = ?, order_queue = ? WHERE id = ?",
      `Setor ${names[index]}`,
      index,
      id,
    );
  });
  const ids = () => one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  const said = () =>
    all<{ body: string }>(
      t.tenant.db,
      "SELECT body FROM message WHERE ticket_id = ? AND origin = 'bot' ORDER BY id",
      ids(),
    ).map(({ body }) => body);
  const shop = {
    queues,
    said,
    newcomer() {
      numbers += 1;
      const customer: Customer = { name: "Rui Melo", identities: [phone(`5511933${100_000 + numbers}`)] };
      t.customer = customer;
    },
    write(text: string) {
      t.app.clock.advance(5000);
      const before = all(t.tenant.db, "SELECT id FROM message").length;
      t.receive(wrote(t.customer, text, t.app.clock.now()));
      return all<{ body: string }>(
        t.tenant.db,
        "SELECT body FROM message WHERE origin = 'bot' AND id > (SELECT id FROM message ORDER BY id LIMIT 1 OFFSET ?) ORDER BY id",
        before,
      ).map(({ body }) => body);
    },
    ticket: () => ticketById(t.tenant.db, ids()) as Ticket,
    trail: () =>
      all<{ kind: string }>(
        t.tenant.db,
        "SELECT kind FROM ticket_event WHERE ticket_id = ? ORDER BY id",
        ids(),
      ).map(({ kind }) => kind),
  };
  shop.newcomer();
  return shop;
}

/** Adds a node to a queue's option tree; returns its id. */
export const option = (
  t: Talk,
  queueId: number,
  fields: Readonly<Record<string, string | number | null>>,
): number => optionRow(t.tenant, queueId, fields);

export function optionRow(
  { db }: Tenant,
  queueId: number,
  fields: Readonly<Record<string, string | number | null>>,
): number {
  const row = { queue_id: queueId, created_at: 0, updated_at: 0, ...fields };
  const names = Object.keys(row);
  return run(
    db,
    `INSERT INTO queue_option (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(row),
  ).id;
}
