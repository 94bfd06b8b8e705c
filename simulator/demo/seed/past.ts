import { timeZoneOf } from "#accounts/settings/index.ts";
import { runMacro } from "#automation/macros/run.ts";
import { changeTicketFields } from "#inbox/tickets/fields/change-fields.ts";
import {
  findOrCreateForInbound,
  recordInboundMessage,
  recordOutgoingMessage,
  runningTracking,
  storedTicket,
  type Ticket,
} from "#inbox/tickets/index.ts";
import { updateTicket } from "#inbox/tickets/transitions/update.ts";
import { findOrCreateFromNetwork } from "#people/contacts/index.ts";
import type { FakeClock } from "#platform/clock.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { run } from "#platform/db/database.ts";
import type { DemoField, DemoPast } from "#simulator/demo/companies/cast.ts";
import { seededRandom } from "#simulator/people/random.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Number of customers per day over two weeks, so that the dashboard can compare one with the other. */
const TALKS = [3, 5, 4, 5, 6, 3, 5, 5, 7, 6, 8, 9, 4, 7] as const;
export const PAST_DAYS = TALKS.length;
/** Three in four customers rate. */
const RATES = [3, 3, 2, 3, 1, 3, 2, 3] as const;

const MESSAGE = `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, user_id,
  ack, read, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 3, 1, ?, ?)`;
const RATE = `INSERT INTO user_rating (period_id, ticket_id, user_id, scale, rate, created_at) VALUES (?, ?, ?, 'three', ?, ?)`;
const RATED = `UPDATE ticket_period SET rating_at = ?1, rating_ended_at = ?2, rated = 1 WHERE id = ?3`;

export interface PastOffice {
  readonly tenant: Tenant;
  readonly clock: FakeClock;
  readonly admin: UserCtx;
  readonly attendants: readonly UserCtx[];
  readonly queues: ReadonlyMap<string, number>;
  /** Connection of each queue. */
  readonly connections: ReadonlyMap<string, number>;
  /** Ids of the resolutions. */
  readonly resolutions: readonly number[];
  /** Id of the macro that closes some of the tickets. */
  readonly closingMacro: number;
  readonly fields: readonly DemoField[];
}

/**
 * Creates the tickets of the two weeks before the demo: customers write, wait, are answered, say thanks and rate.
 * Tickets use the product's own actions with a clock that is set back; only messages and ratings are written as rows,
 * because no network delivered them. Ends with the clock at `nowMs`.
 */
export function liveThroughTwoWeeks(office: PastOffice, past: DemoPast, nowMs: number): void {
  const random = seededRandom(office.tenant.company.name);
  const between = (low: number, high: number) => Math.floor(random.between(low, high));
  const zone = timeZoneOf(office.tenant);
  const today = dayAt(nowMs, zone);
  let told = 0;
  for (const [day, talks] of TALKS.entries()) {
    const opens = (startOfDay(addDays(today, day - PAST_DAYS), zone) ?? nowMs) + 8 * HOUR_MS;
    for (let n = 0; n < talks; n += 1) {
      const at = opens + Math.floor((9 * HOUR_MS * n) / talks) + between(0, 15) * MINUTE_MS;
      office.clock.set(Math.max(office.clock.now(), at));
      // In the second week some customers write for the first time.
      const people = day < 7 ? past.people.slice(0, Math.ceil(past.people.length / 2)) : past.people;
      attend(office, { ...past, people }, told, between);
      told += 1;
    }
  }
  office.clock.set(nowMs);
}

let messages = 0;

/** Stores a message that no network delivered; `by` null = the customer. Returns its id. */
export function insertPastMessage(
  unit: TenantUnit,
  ticket: Ticket,
  body: string,
  by: UserCtx | null,
): number {
  messages += 1;
  return run(
    unit.db,
    MESSAGE,
    ticket.id,
    ticket.contactId,
    ticket.connectionId,
    `past-${ticket.id}-${unit.now}-${messages}`,
    body,
    by ? 1 : 0,
    by ? "user" : "contact",
    by ? by.actor.id : null,
    unit.now,
    unit.now,
  ).id;
}

function attend(
  office: PastOffice,
  past: DemoPast,
  n: number,
  between: (from: number, to: number) => number,
): void {
  const { tenant, clock, admin, attendants, queues, connections, resolutions, closingMacro, fields } = office;
  const person = past.people[n % past.people.length];
  const talk = past.talks[(n * 3 + Math.floor(n / past.talks.length)) % past.talks.length];
  const attendant = attendants[between(0, attendants.length)];
  if (!person || !talk || !attendant) return;
  const connectionId = connections.get(talk.queue);
  const queueId = queues.get(talk.queue);
  if (connectionId === undefined || queueId === undefined) return;

  const pass = (from: number, to: number) => clock.advance(between(from * 60, to * 60) * 1000);
  const write = (ticketId: number, body: string, by: UserCtx | null) =>
    tenant.write((unit) => {
      const ticket = storedTicket(unit.db, ticketId);
      const messageId = insertPastMessage(unit, ticket, body, by);
      const note = { messageId, preview: body, mediaType: null };
      if (by) recordOutgoingMessage(unit, ticket, { ...note, human: true, userId: by.actor.id });
      else recordInboundMessage(unit, ticket, { ...note, at: unit.now, countsAsUnread: true });
    });

  const { id } = tenant.write((unit) => {
    const identity = {
      kind: "pn",
      value: person.number,
      address: `${person.number}@s.whatsapp.net`,
    } as const;
    const contact = findOrCreateFromNetwork(unit, {
      identities: [identity],
      name: person.name,
      isGroup: false,
      connectionId,
    });
    return findOrCreateForInbound(unit, { contact, connectionId, at: unit.now }).ticket;
  });
  write(id, talk.asked, null);
  if (storedTicket(tenant.db, id).queueId !== queueId)
    updateTicket(admin, id, { status: "pending", queueId, userId: null });
  // Some are answered later than promised.
  pass(1, 12);
  updateTicket(attendant, id, { status: "open", userId: attendant.actor.id });
  pass(0, 2);
  write(id, talk.answered, attendant);
  pass(2, 14);
  write(id, talk.thanks, null);
  pass(1, 6);
  changeTicketFields(attendant, id, chosenValues(fields, n));
  const tracking = runningTracking(tenant.db, id);
  const resolutionId = resolutions[n % (resolutions.length + 1)];
  // A silent close asks for no rating.
  if (n % 4 === 2) runMacro(attendant, closingMacro, { ticketId: id, runId: crypto.randomUUID() });
  else updateTicket(attendant, id, { status: "closed", ...(resolutionId !== undefined && { resolutionId }) });
  const rate = n % 4 === 2 ? undefined : RATES[n % RATES.length];
  if (tracking && rate !== undefined) {
    const asked = clock.now();
    pass(1, 3);
    run(tenant.db, RATE, tracking.id, id, attendant.actor.id, rate, clock.now());
    run(tenant.db, RATED, asked, clock.now(), tracking.id);
  }
}

/** Values of the choices among the fields of tickets; some tickets have none. */
const chosenValues = (fields: readonly DemoField[], n: number): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ of, key, choices = [] }) => {
      const value = choices[n % (choices.length + 1)];
      return of === "ticket" && value !== undefined ? [[key, value]] : [];
    }),
  );
