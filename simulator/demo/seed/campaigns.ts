import { timeZoneOf } from "#accounts/settings/index.ts";
import {
  createClosedTicket,
  newestTicketOf,
  recordInboundMessage,
  recordOutgoingMessage,
} from "#inbox/tickets/index.ts";
import { createCampaign } from "#outreach/campaigns/editing/save.ts";
import { CAMPAIGNS_DUE, changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { waitAfter } from "#outreach/campaigns/sending/pacing.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { findIdentity, importPerson, matchKey } from "#people/contacts/index.ts";
import type { FakeClock } from "#platform/clock.ts";
import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import type { DemoCampaign, DemoCompany } from "#simulator/demo/companies/cast.ts";
import { seededRandom } from "#simulator/people/random.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";

const MINUTE_MS = 60_000;
const PACE = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const FIRST =
  "Beatriz Caio Dora Elisa Fábio Gustavo Íris Jonas Karina Leandro Mônica Nelson Olívia Paulo".split(" ");
const LAST = "Abreu Barros Castro Dias Esteves Farias".split(" ");

/** Members of the shop's contact list who have never written. */
export const NEIGHBOURS = FIRST.flatMap((first, n) =>
  LAST.slice(0, 3).map((last, m) => ({
    name: `${first} ${LAST[(n + LAST.indexOf(last)) % LAST.length]}`,
    number: `55119${String(71_230_000 + n * 37 + m * 1009)}`,
  })),
);

const MESSAGE = `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, ack, send_state,
  read, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`;
const SHIPPING = `INSERT INTO campaign_recipient (campaign_id, position, contact_key, contact_id, number, name, search, variant, state)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, fold(?6) || ' ' || ?5, ?7, 'waiting')`;
const REACHED = `UPDATE campaign_recipient SET state = ?, reason = ?, dispatched_at = ?, delivered_at = ?, received_at = ?, read_at = ?,
  replied_at = ?, message_id = ? WHERE id = ?`;

/**
 * Creates a finished campaign of yesterday evening and a running one of today, whose rest is sent live once the
 * phones are linked. Past receipts are written as rows, because no network delivered those messages.
 */
export function runCampaigns(admin: UserCtx, company: DemoCompany, clock: FakeClock, nowMs: number): void {
  const { tenant } = admin;
  const zone = timeZoneOf(tenant);
  const people = [...company.past.people, ...NEIGHBOURS];
  for (const planned of company.campaigns ?? []) {
    const evening = parseInstant(`${addDays(dayAt(nowMs, zone), -1)} 19:00`, zone) ?? nowMs;
    const begins = planned.done === "all" ? evening : nowMs - 8 * MINUTE_MS;
    clock.set(begins);
    const connectionId = one<{ id: number }>(
      tenant.db,
      "SELECT id FROM connection WHERE name = ?",
      planned.connection,
    )?.id;
    if (connectionId === undefined) continue;
    send(admin, planned, { people, connectionId, begins, clock });
  }
  clock.set(nowMs);
}

interface Round {
  readonly people: readonly { readonly name: string; readonly number: string }[];
  readonly connectionId: number;
  readonly begins: number;
  readonly clock: FakeClock;
}

function send(admin: UserCtx, planned: DemoCampaign, { people, connectionId, begins, clock }: Round): void {
  const { tenant } = admin;
  const random = seededRandom(planned.name);
  const listId = tenant.write((unit) => {
    const { id } = addList(unit, planned.list);
    for (const { name, number } of people) insertItem(unit, id, { name, number, email: "" });
    run(
      unit.db,
      "UPDATE contact_list_item SET is_whatsapp_valid = 1, check_at = NULL WHERE contact_list_id = ?",
      id,
    );
    return id;
  });
  const id = createCampaign(admin, {
    ...{ name: planned.name, contactListId: listId, whatsappId: connectionId },
    ...{ message1: planned.messages[0] ?? "", message2: planned.messages[1] ?? "" },
  });
  const sent = planned.done === "all" ? people.length : planned.done;
  let at = begins;
  for (const [n, person] of people.entries()) {
    const text = planned.messages[n % planned.messages.length] ?? "";
    tenant.write((unit) => {
      const row = run(
        unit.db,
        SHIPPING,
        ...[
          id,
          n,
          matchKey(person.number),
          null,
          person.number,
          person.name,
          (n % planned.messages.length) + 1,
        ],
      ).id;
      if (n >= sent) return;
      reach(unit, { campaignId: id, row, n, connectionId, text, person, luck: random.between(0, 1) });
    });
    if (n >= sent) continue;
    at += waitAfter(n + 1, PACE, random.between(0, 1));
    clock.set(Math.max(clock.now(), at));
  }
  tenant.write((unit) => {
    const over = planned.done === "all";
    changeCampaign(unit, id, {
      ...{
        status: over ? "finished" : "running",
        scheduledAt: begins,
        startedAt: begins,
        freezePhase: "done",
      },
      ...{
        paceStartedAt: begins,
        paced: sent,
        lastDispatchedAt: unit.now,
        completedAt: over ? unit.now : null,
      },
    });
    unit.scheduleWake(CAMPAIGNS_DUE, unit.now);
  });
}

interface Reach {
  readonly campaignId: number;
  readonly row: number;
  readonly n: number;
  readonly connectionId: number;
  readonly text: string;
  readonly person: { readonly name: string; readonly number: string };
  /** 0 to 1: how far the message gets (failed, received, read, answered). */
  readonly luck: number;
}

/**
 * Distributes the results: most recipients read the message, some only received it, a few answered, one is not on
 * WhatsApp any more.
 */
function reach(unit: TenantUnit, { campaignId, row, n, connectionId, text, person, luck }: Reach): void {
  const { db, now } = unit;
  if (n % 17 === 16) {
    run(db, REACHED, "skipped", "invalid", now, null, null, null, null, null, row);
    return;
  }
  importPerson(unit, { ...person, email: "", extras: [] });
  const contactId = findIdentity(db, { kind: "pn", value: person.number, address: "" })?.contactId;
  if (contactId === undefined) return;
  run(db, "UPDATE campaign_recipient SET contact_id = ? WHERE id = ?", contactId, row);
  const fields = {
    contactId,
    connectionId,
    channel: "whatsapp",
    isGroup: false,
    origin: "campaign",
  } as const;
  const ticket = newestTicketOf(db, contactId, connectionId) ?? createClosedTicket(unit, fields);
  const ack = luck < 0.15 ? 1 : luck < 0.4 ? 2 : 4;
  const body = text.replaceAll("{primeiro_nome}", person.name.split(" ")[0] ?? "");
  const write = (words: string, fromMe: boolean) =>
    run(
      db,
      MESSAGE,
      ...[ticket.id, contactId, connectionId, `campaign-${campaignId}-${n}-${fromMe}`, words, fromMe ? 1 : 0],
      ...[fromMe ? "campaign" : "contact", ack, fromMe ? "sent" : null, now, now],
    ).id;
  const messageId = write(body, true);
  const note = { messageId, preview: body, mediaType: null };
  recordOutgoingMessage(unit, ticket, { ...note, human: false, quiet: true });
  const replied = luck > 0.88 ? now : null;
  const state = replied ? "replied" : ack === 4 ? "read" : ack === 2 ? "delivered" : "sent";
  const read = ack === 4 ? now + 40_000 : null;
  run(db, REACHED, state, null, now, now, ack > 1 ? now + 2000 : null, read, replied, messageId, row);
  if (!replied) return;
  const words = "Que delícia! Vou passar aí 😋";
  const answer = { messageId: write(words, false), preview: words, mediaType: null };
  recordInboundMessage(unit, ticket, { ...answer, at: now, countsAsUnread: false });
}
