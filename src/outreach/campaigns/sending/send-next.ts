import { mayWork } from "#accounts/companies/index.ts";
import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { type ConnectionRow, findConnection } from "#channels/connections/index.ts";
import { brokenTemplate, isOfficial } from "#outreach/campaigns/editing/official-templates.ts";
import { CAMPAIGNS_DUE } from "#outreach/campaigns/editing/write.ts";
import { contactOf, makeContact, skipReason } from "#outreach/campaigns/recipients/contact.ts";
import { changeRecipient, nextRecipient } from "#outreach/campaigns/recipients/rows.ts";
import { campaignsAllowed } from "#outreach/campaigns/require-campaigns.ts";
import { type Campaign, type CampaignRecipient, campaign } from "#outreach/campaigns/schema.ts";
import type { Contact } from "#people/contacts/index.ts";
import { dayAt } from "#platform/dates.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { capOn, nextDay } from "./daily-cap.ts";
import { dispatch } from "./dispatch.ts";
import { finishIfDone } from "./finish.ts";
import { waitAfter } from "./pacing.ts";
import { variantFor } from "./parts.ts";
import { pauseAll, pauseAutomatically, pauseConnection } from "./pause.ts";
import { nextWindowStart } from "./send-window.ts";
import { nextSendAt, recordDispatch, sentOn } from "./sender-state.ts";

/** 0 up to 1; tests plug their own. */
export const PaceRandomPort = definePort<() => number>("campaign-pace-random");

const { columns, read } = rowReader(campaign);
// The campaign that sent longest ago is next.
const RUNNING = `SELECT ${columns} FROM campaign WHERE connection_id = ? AND status = 'running'
  AND paused_at IS NULL AND deleted_at IS NULL ORDER BY last_dispatched_at, id`;
const HAD_TURN = "UPDATE campaign SET paced = paced + 1, last_dispatched_at = ? WHERE id = ?";
const WROTE = "SELECT 1 FROM ticket WHERE contact_id = ? AND last_customer_message_at >= ? LIMIT 1";
const DAY_MS = 86_400_000;
/** Those who get nothing are passed over, so many in one transaction. */
const MOST_PASSED = 200;

/**
 * A connection's sender: dispatches one recipient if one is due now (docs/rules/campaigns.md#pacing). Returns when to
 * run again, ms; null = wait for an event (a reply, the connection, an admin).
 */
export function sendNext(tenant: Tenant, connectionId: number): number | null {
  const { db, clock } = tenant;
  if (!mayWork(tenant) || !campaignsAllowed(tenant)) {
    tenant.write((unit) => pauseAll(unit, mayWork(tenant) ? "plan" : "subscription"));
    return null;
  }
  const connection = findConnection(db, connectionId);
  if (connection?.status !== "CONNECTED") {
    // What is only reconnecting is waited for.
    if (connection?.status === "OPENING") return null;
    tenant.write((unit) =>
      pauseConnection(unit, connectionId, connection ? "disconnected" : "connection_deleted"),
    );
    return null;
  }
  const due = Math.max(nextSendAt(db, connectionId), clock.now());
  const opening = nextWindowStart(setting(tenant, "campaignWindow"), timeZoneOf(tenant), due);
  if (opening === null || opening > clock.now()) return opening;
  return tenant.write((unit) => dispatchNext(unit, connection));
}

function dispatchNext(unit: TenantUnit, connection: ConnectionRow): number | null {
  const { tenant, db, now } = unit;
  const zone = timeZoneOf(tenant);
  const cap = capOf(tenant, connection, now);
  let capped = false;
  for (const running of all(db, RUNNING, connection.id).map(read)) {
    const next = nextOne(unit, running);
    if (next === "more") return now;
    if (!next) continue;
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
    run(db, HAD_TURN, now, running.id);
    recordDispatch(unit, connection.id, at, counts);
    unit.scheduleWake(CAMPAIGNS_DUE, at);
    return at;
  }
  return capped ? nextDay(now, zone) : null;
}

interface Next {
  readonly row: CampaignRecipient;
  readonly contact: Contact | undefined;
}

/** The next who may get something; those who may not are passed over. */
function nextOne(unit: TenantUnit, running: Campaign): Next | "more" | undefined {
  for (let passed = 0; passed < MOST_PASSED; passed += 1) {
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
  // Without an approved template only who wrote within a day may be written to
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
  one(db, WROTE, contactId, sinceMs) !== undefined;

/**
 * Cold contacts count against the daily cap; contacts who wrote in the last 30 days, or just confirmed, do not
 * (docs/rules/campaigns.md#number-protection).
 */
const countsToday = (db: Db, connection: ConnectionRow, { row, contact }: Next, now: number): boolean =>
  !isOfficial(connection) &&
  row.confirmedAt === null &&
  !(contact && wroteSince(db, contact.id, now - 30 * DAY_MS));

/** Recipients this connection may have today; 0 = as many as there are. */
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

/** The intervals that the company set. */
export const paceOf = (tenant: Tenant) => ({
  messageInterval: setting(tenant, "messageInterval"),
  longerIntervalAfter: setting(tenant, "longerIntervalAfter"),
  greaterInterval: setting(tenant, "greaterInterval"),
});
