import { forgetCards } from "#inbox/costs/prices/cards.ts";
import { one, run } from "#platform/db/database.ts";
import { cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { statusOf } from "#simulator/graph/cloud-calls.ts";
import { cloudWebhook } from "#simulator/graph/cloud-people.ts";
import { type CardPrice, pricingOf } from "#simulator/graph/cloud-pricing.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet } from "#test/helpers/pages.ts";

/** A card with volume steps, two markets, and the change of 2026-10-01. */
export const TEST_CARD: readonly CardPrice[] = ["Brazil", "Rest of Western Europe"].flatMap(
  (market, index) => {
    const more = index * 1313;
    return [
      { market, category: "marketing", micros: 62_500 + more, from: "2026-07-01" },
      { market, category: "utility", micros: 6801 + more, from: "2026-07-01" },
      { market, category: "utility", stepFrom: 50, micros: 6007 + more, from: "2026-07-01" },
      { market, category: "utility", stepFrom: 200, micros: 5003 + more, from: "2026-07-01" },
      { market, category: "authentication", micros: 6800 + more, from: "2026-07-01" },
    ];
  },
);

/** Gives the simulated network this card, and the installation the same one, confirmed. */
export function installCard({ app, graph }: PagesApp, card: readonly CardPrice[] = TEST_CARD): void {
  pricingOf(graph.book).card.splice(0, Number.MAX_SAFE_INTEGER, ...card);
  const { system } = app.installation;
  run(system, "DELETE FROM meta_rate");
  for (const { market, category, stepFrom = 0, micros, from, to = null } of card)
    run(
      system,
      `INSERT INTO meta_rate (currency, market, category, step_from, micros, valid_from, valid_to, source, confirmed_by,
        confirmed_at, updated_at) VALUES ('USD', ?, ?, ?, ?, ?, ?, 'test', 'Root', 1, ?)`,
      ...[market, category, stepFrom, micros, from, to, app.clock.now()],
    );
  forgetCards(app.installation);
}

export interface CostOffice extends OfficialOffice {
  /** Stores `count` sent messages and hands them to the simulated network, without any status yet. */
  accept(
    count: number,
    choose?: (index: number) => { readonly to: string; readonly template?: string },
  ): SentByCloud[];
  /** One status with the current time and price, to be posted later. */
  status(sent: SentByCloud, status: string): object;
  /** Posts statuses in one webhook, in this order. */
  post(statuses: readonly object[]): Promise<number>;
  sum(): { readonly micros: number; readonly count: number };
}

/** A company with an official number whose costs can be counted by the thousand. */
export async function costOffice(
  place: PagesApp,
  zone = "America/Sao_Paulo",
  timezoneId = "25",
): Promise<CostOffice> {
  const office = await officialOffice(place);
  const { graph, app } = place;
  Object.assign(office.number, { zone, timezoneId });
  run(office.tenant.db, "UPDATE cost_account SET read_at = 0");
  run(app.installation.system, "DELETE FROM scheduled_wakeup WHERE job = 'costs'");
  app.installation.tenants.scheduleWakes([office.tenant.id], "costs", 0);
  await app.app.runJob("costs");
  const contacts = new Map<string, { contactId: number; ticketId: number }>();
  const { db } = office.tenant;
  const chatWith = (to: string) => {
    const known = contacts.get(to);
    if (known) return known;
    const now = app.clock.now();
    const contactId = run(
      db,
      "INSERT INTO contact (uuid, name, number, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      ...[`${office.tenant.id}-${to}`, to, to, now, now],
    ).id;
    const ticketId = run(
      db,
      `INSERT INTO ticket (uuid, protocol, contact_id, connection_id, queue_id, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, 'open', ?, ?)`,
      ...[`${office.tenant.id}-${to}`, `P${to}`, contactId, office.connectionId, office.queueId, now, now],
    ).id;
    contacts.set(to, { contactId, ticketId });
    return { contactId, ticketId };
  };
  return {
    ...office,
    accept(count, choose = () => ({ to: "5511988880000" })) {
      return Array.from({ length: count }, (_, index) => {
        const { to, template } = choose(index);
        const { contactId, ticketId } = chatWith(to);
        const now = app.clock.now();
        cloudOf(graph.book).wroteAt.set(`${office.number.id}:${to}`, now);
        run(db, "UPDATE ticket SET last_customer_message_at = ? WHERE id = ?", now, ticketId);
        const id = graph.book.newId("wamid.S");
        const message = run(
          db,
          `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, user_id, ack, send_state,
            created_at, updated_at) VALUES (?, ?, ?, ?, 'x', 1, 'user', ?, 1, 'sent', ?, ?)`,
          ...[ticketId, contactId, office.connectionId, id, office.ana.actor.id, now, now],
        ).id;
        const content = template ? { type: "template", name: template } : { type: "text", text: "x" };
        run(
          db,
          `INSERT INTO outbox (message_id, connection_id, contact_id, ticket_id, source, source_key, payload, provider_id, state,
            next_try_at, created_at) VALUES (?, ?, ?, ?, 'message', ?, ?, ?, 'sent', 0, ?)`,
          ...[message, office.connectionId, contactId, ticketId, String(message)],
          ...[JSON.stringify({ content }), id, now],
        );
        const body = template ? { template: { name: template } } : {};
        const sent: SentByCloud = { id, number: office.number, to, type: content.type, body };
        cloudOf(graph.book).sent.push(sent);
        return sent;
      });
    },
    status: (sent, status) => statusOf(graph, sent, status),
    post: (statuses) => graph.post(cloudWebhook(office.number, { statuses })),
    sum: () =>
      one<{ micros: number; count: number }>(
        db,
        "SELECT ifnull(sum(micros), 0) AS micros, ifnull(sum(count), 0) AS count FROM cost_total",
      ) ?? { micros: 0, count: 0 },
  };
}

/** Waits until the statuses are processed and the ledger has nothing left to price again. */
export async function costsSettled(place: PagesApp): Promise<void> {
  await quiet(place.graph);
  await place.app.app.runJob("inbox").catch(() => {});
  await quiet(place.graph);
  await place.app.app.runJob("costs");
}
