import { mayWork } from "#accounts/companies/index.ts";
import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { type ConnectionRow, findConnection } from "#channels/connections/index.ts";
import { isStoppedByBudget } from "#inbox/costs/index.ts";
import { isCold, isNewChatHeld, NewChatsPort } from "#inbox/messages/index.ts";
import { readCampaign, runningOf } from "#outreach/campaigns/campaigns.sql.ts";
import { brokenTemplate, isOfficial } from "#outreach/campaigns/editing/completeness.ts";
import { CAMPAIGNS_DUE } from "#outreach/campaigns/editing/write.ts";
import { changeRecipient, nextEstablished, nextRecipient } from "#outreach/campaigns/recipients/rows.ts";
import { campaignsAllowed } from "#outreach/campaigns/require-campaigns.ts";
import type { Campaign, CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { ContactCreated } from "#people/contacts/events.ts";
import { type Contact, contactById, findIdentity, importPerson } from "#people/contacts/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { finishIfDone, pauseAll, pauseAutomatically, pauseConnection } from "./control.ts";
import { dispatch } from "./dispatch.ts";
import { capOn, nextDay, nextWindowStart, waitAfter } from "./pacing.ts";
import { variantFor } from "./parts.ts";
import { nextSendAt, paceOf, recordDispatch, sentOn } from "./sender-state.ts";
import * as sql from "./sending.sql.ts";

/** Returns a random number from 0 up to 1; tests plug in their own. */
export const PaceRandomPort = definePort<() => number>("campaign-pace-random");

const DAY_MS = 86_400_000;
/** How often a campaign that is stopped by the budget is checked again, ms. */
const BUDGET_RETRY_MS = 10 * 60_000;
/** Maximum number of recipients skipped in one transaction. */
const MAX_SKIPPED = 200;

/**
 * The campaign sender of a connection: dispatches to one recipient if one is due now
 * (docs/rules/campaigns.md#pacing). Returns when to run again, ms; null = wait for an event (a reply, the connection,
 * an admin).
 */
export function sendNext(tenant: Tenant, connectionId: number): number | null {
  const { db, clock } = tenant;
  // The job continues after the company was resumed.
  if (isOnHold(tenant.company)) return null;
  if (!mayWork(tenant) || !campaignsAllowed(tenant)) {
    tenant.write((unit) => pauseAll(unit, mayWork(tenant) ? "plan" : "subscription"));
    return null;
  }
  const connection = findConnection(db, connectionId);
  if (connection?.status !== "CONNECTED") {
    // A session that is reconnecting does not pause campaigns.
    if (connection?.status === "OPENING") return null;
    tenant.write((unit) =>
      pauseConnection(unit, connectionId, connection ? "disconnected" : "connection_deleted"),
    );
    return null;
  }
  // A budget is used up: the recipients wait until the next month, or until an admin raises the budget.
  if (isStoppedByBudget(tenant, connectionId, "campaign")) return clock.now() + BUDGET_RETRY_MS;
  const due = nextSendAt(tenant, connectionId);
  const opening = nextWindowStart(setting(tenant, "campaignWindow"), timeZoneOf(tenant), due);
  if (opening === null || opening > clock.now()) return opening;
  return tenant.write((unit) => dispatchNext(unit, connection));
}

function dispatchNext(unit: TenantUnit, connection: ConnectionRow): number | null {
  const { tenant, db, now } = unit;
  const zone = timeZoneOf(tenant);
  const cap = capOf(tenant, connection, now);
  let capped = false;
  const left = unofficialLeft(unit, connection);
  let isHeld = false;
  for (const running of queryAll(db, runningOf, { connectionId: connection.id }).map(readCampaign)) {
    let next = nextOne(unit, running);
    if (next === "more") return now;
    if (!next) continue;
    const hasRoom = left === null || left > 0;
    if (!hasRoom && isOfficial(connection) && variantFor(running, next.row)?.template) {
      // A template starts a new conversation with every contact, so it must wait even for contacts who wrote before.
      isHeld = true;
      continue;
    }
    if (!hasRoom && isColdNext(db, connection, next)) {
      // No new chat may be started now. The campaign continues with contacts who wrote to this number before.
      isHeld = true;
      next = nextEstablishedOne(unit, running, connection);
      if (!next) continue;
    }
    const variant = variantFor(running, next.row);
    if (variant && brokenTemplate(db, running, variant)) {
      // Do not consume a recipient while the template is unavailable.
      pauseAutomatically(unit, running.id, "template");
      continue;
    }
    const counts = countsToday(db, connection, next, now);
    if (counts && cap > 0 && sentOn(db, connection.id, dayAt(now, zone)) >= cap) {
      capped = true;
      continue;
    }
    send(unit, running, connection, next);
    const at =
      now + waitAfter(running.paced + 1, paceOf(tenant), tenant.installation.ports.use(PaceRandomPort)());
    execute(db, sql.recordTurn, { id: running.id, now });
    recordDispatch(unit, connection.id, at, counts);
    unit.scheduleWake(CAMPAIGNS_DUE, at);
    return at;
  }
  if (isHeld) return isNewChatHeld(db, connection.id) ? null : resetOf(unit);
  return capped ? nextDay(now, zone) : null;
}

/** How many new chats may be started now; null = no limit. Official numbers have their own limits. */
const unofficialLeft = (unit: TenantUnit, connection: ConnectionRow): number | null =>
  unit.tenant.installation.ports.use(NewChatsPort).left(unit, connection.id);

const resetOf = (unit: TenantUnit): number => unit.tenant.installation.ports.use(NewChatsPort).resetsAt(unit);

const isColdNext = (db: Db, connection: ConnectionRow, { contact }: Next): boolean =>
  !contact || isCold(db, { connectionId: connection.id, contactId: contact.id });

/** The next recipient who wrote to this connection before; skips those who must not get a message. */
function nextEstablishedOne(
  unit: TenantUnit,
  running: Campaign,
  connection: ConnectionRow,
): Next | undefined {
  for (let skipped = 0; skipped < MAX_SKIPPED; skipped += 1) {
    const row = nextEstablished(unit.db, running.id, connection.id);
    if (!row) return undefined;
    const contact = contactOf(unit.db, row);
    const reason = skipReason(unit.db, row, contact);
    if (reason === null) return { row, contact };
    changeRecipient(unit, row, { state: "skipped", reason });
  }
  return undefined;
}

interface Next {
  readonly row: CampaignRecipient;
  readonly contact: Contact | undefined;
}

/**
 * The next recipient who may get a message; the recipients before are skipped. "more": the limit of skipped
 * recipients was reached.
 */
function nextOne(unit: TenantUnit, running: Campaign): Next | "more" | undefined {
  for (let skipped = 0; skipped < MAX_SKIPPED; skipped += 1) {
    const row = nextRecipient(unit.db, running.id);
    if (!row) {
      finishIfDone(unit, running.id);
      return undefined;
    }
    const contact = contactOf(unit.db, row);
    const reason = skipReason(unit.db, row, contact);
    if (reason === null) return { row, contact };
    changeRecipient(unit, row, { state: "skipped", reason });
  }
  return "more";
}

function send(unit: TenantUnit, running: Campaign, connection: ConnectionRow, { row, contact }: Next): void {
  // Official numbers may send without a template only to contacts who wrote within the last 24 hours
  // (docs/rules/campaigns.md#number-protection).
  const isTemplate = variantFor(running, row)?.template != null;
  if (
    isOfficial(connection) &&
    !isTemplate &&
    !(contact && wroteSince(unit.db, contact.id, unit.now - DAY_MS))
  ) {
    changeRecipient(unit, row, { state: "failed", reason: "ERR_WINDOW_CLOSED", dispatchedAt: unit.now });
    finishIfDone(unit, running.id);
    return;
  }
  dispatch(unit, running, row, contact ?? makeContact(unit, row));
}

const wroteSince = (db: Db, contactId: number, sinceMs: number): boolean =>
  queryOne(db, sql.wroteSince, { contactId, since: sinceMs }) !== undefined;

/**
 * Cold contacts count against the daily cap; contacts who wrote in the last 30 days, or just confirmed, do not
 * (docs/rules/campaigns.md#number-protection).
 */
const countsToday = (db: Db, connection: ConnectionRow, { row, contact }: Next, now: number): boolean =>
  !isOfficial(connection) &&
  row.confirmedAt === null &&
  !(contact && wroteSince(db, contact.id, now - 30 * DAY_MS));

/** Maximum number of recipients of this connection today; 0 = no limit. */
export const capOf = (tenant: Tenant, connection: ConnectionRow, now: number): number =>
  isOfficial(connection)
    ? 0
    : capOn(
        {
          cap: setting(tenant, "campaignDailyCap"),
          newNumber: connection.newNumber,
          linkedAt: connection.linkedAt,
          zone: timeZoneOf(tenant),
        },
        now,
      );

/**
 * The current contact of a recipient, also after a merge or when it was created later; undefined when the number has
 * no contact.
 */
function contactOf(db: Db, row: CampaignRecipient): Contact | undefined {
  if (row.number === "") return row.contactId === null ? undefined : contactById(db, row.contactId);
  const identity = findIdentity(db, { kind: "pn", value: row.number, address: "" });
  return identity && contactById(db, identity.contactId);
}

/** Creates a contact for a number that has none, with the name from the list. */
function makeContact(unit: TenantUnit, { number, name, email }: CampaignRecipient): Contact {
  importPerson(unit, { number, name, email, extras: [] });
  const identity = findIdentity(unit.db, { kind: "pn", value: number, address: "" });
  const contact = identity && contactById(unit.db, identity.contactId);
  if (!contact) throw new Error("no contact was created for a recipient");
  unit.emit(ContactCreated, { contactId: contact.id });
  return contact;
}

/**
 * Why a recipient of the list is skipped; null = not skipped (docs/rules/campaigns.md#recipients,
 * docs/rules/campaigns.md#number-protection).
 */
function skipReason(db: Db, row: CampaignRecipient, contact: Contact | undefined): string | null {
  if (contact?.optedOutAt) return "opt_out";
  if (contact?.blocked) return "blocked";
  if (row.number === "") return contact ? null : "contact_deleted";
  const identity = findIdentity(db, { kind: "pn", value: row.number, address: "" });
  return identity?.existsState === "no" ? "invalid" : null;
}
