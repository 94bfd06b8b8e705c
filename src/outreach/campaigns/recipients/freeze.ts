import { timeZoneOf } from "#accounts/settings/index.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { CampaignUpdated } from "#outreach/campaigns/events.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import type { Campaign, FreezePhase } from "#outreach/campaigns/schema.ts";
import { finishIfDone } from "#outreach/campaigns/sending/control.ts";
import { isTemporary } from "#outreach/campaigns/sending/failures.ts";
import { ContactListUpdated } from "#outreach/contact-lists/events.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./recipients.sql.ts";

/** Maximum number of steps per company and run; other work runs between two steps. */
const MAX_STEPS = 100;
const AFTER: Record<FreezePhase, FreezePhase> = {
  drop: "retry",
  retry: "list",
  list: "tag",
  tag: "done",
  done: "done",
};

/**
 * Freezes the recipients of a campaign (docs/rules/campaigns.md#recipients) in steps: a crash continues at the last
 * step, and other requests run while 100,000 recipients are written. Returns true when all are written.
 */
export async function freezeRecipients(tenant: Tenant, campaignId: number): Promise<boolean> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (tenant.write((unit) => freezeStep(unit, campaignId))) return true;
    await yieldToEventLoop(tenant);
    if (!tenant.db.$client.open) return false;
  }
  return false;
}

function freezeStep(unit: TenantUnit, campaignId: number): boolean {
  const row = campaignById(unit.db, campaignId);
  if (!row || row.freezePhase === "done") return true;
  const cursor = work(unit, row);
  if (cursor !== null) {
    changeCampaign(unit, campaignId, { freezeCursor: cursor });
    return false;
  }
  const freezePhase = AFTER[row.freezePhase];
  changeCampaign(unit, campaignId, { freezePhase, freezeCursor: 0 });
  if (freezePhase !== "done") return false;
  if (row.listFromTag && row.contactListId !== null)
    unit.emit(ContactListUpdated, { contactListId: row.contactListId });
  finishIfDone(unit, campaignId);
  return true;
}

/** One step of a phase; returns the last row processed, null when the phase is done. */
function work(unit: TenantUnit, row: Campaign): number | null {
  if (row.freezePhase === "drop")
    return execute(unit.db, sql.deleteUnsentStep, { campaignId: row.id }).changes > 0 ? 0 : null;
  if (row.freezePhase === "retry") return reopenStep(unit, row);
  if (row.freezePhase === "list") return takeFromList(unit, row);
  return takeFromTag(unit, row);
}

function takeFromList(unit: TenantUnit, row: Campaign): number | null {
  if (row.contactListId === null) {
    if (row.tagListId !== null) makeList(unit, row, row.tagListId);
    return null;
  }
  const { contactListId, freezeCursor: after } = row;
  return add(unit, row, queryAll(unit.db, sql.listedPeople, { contactListId, after }));
}

function takeFromTag(unit: TenantUnit, row: Campaign): number | null {
  if (row.tagListId === null) return null;
  const people = queryAll(unit.db, sql.taggedPeople, { tagId: row.tagListId, after: row.freezeCursor });
  if (row.listFromTag && row.contactListId !== null)
    for (const { number, name, email, blocked } of people)
      if (number !== "" && blocked < 2) insertItem(unit, row.contactListId, { number, name, email });
  return add(unit, row, people);
}

function add(unit: TenantUnit, row: Campaign, people: readonly sql.Person[]): number | null {
  let position = queryOne(unit.db, sql.lastPosition, { campaignId: row.id })?.n ?? -1;
  for (const person of people) {
    // Groups are not recipients.
    if (person.blocked >= 2) continue;
    const reason = person.invalid
      ? "invalid"
      : person.optedOut
        ? "opt_out"
        : person.blocked
          ? "blocked"
          : null;
    const { key, contactId, number, name, email } = person;
    const state = reason === null ? "waiting" : "skipped";
    const { changes } = execute(unit.db, sql.insertRecipient, {
      ...{ campaignId: row.id, position: position + 1, contactKey: key, contactId },
      ...{ number, name, email, state, reason },
    });
    position += changes;
  }
  return people.at(-1)?.id ?? null;
}

/** For a campaign with a tag and no list, creates a list of the tag's contacts (docs/rules/campaigns.md#recipients). */
function makeList(unit: TenantUnit, row: Campaign, tagId: number): void {
  const found = queryOne(unit.db, sql.tagName, { id: tagId });
  const wanted = `campanha | TAG: ${found?.name ?? ""} - ${dayAt(unit.now, timeZoneOf(unit.tenant))}`;
  const taken = (name: string) => queryOne(unit.db, sql.hasListNamed, { name }) !== undefined;
  let name = wanted;
  for (let copy = 2; taken(name); copy += 1) name = `${wanted} (${copy})`;
  changeCampaign(unit, row.id, { contactListId: addList(unit, name).id, listFromTag: true });
}

/**
 * Restarts a stopped campaign (docs/rules/campaigns.md#cancel-and-restart): recipients whose message was cancelled or
 * failed temporarily wait again. Returns the position to continue at, null when all were processed.
 */
function reopenStep(unit: TenantUnit, { id, freezeCursor }: Campaign): number | null {
  const rows = queryAll(unit.db, sql.reopenedStep, { campaignId: id, from: freezeCursor });
  const reopened = rows.filter(
    ({ state, reason, sent }) => (state === "failed" && isTemporary(reason)) || sent === "cancelled",
  );
  if (reopened.length > 0) {
    execute(unit.db, sql.reopen, { ids: JSON.stringify(reopened.map((row) => row.id)) });
    unit.emit(CampaignUpdated, { campaignId: id });
  }
  const last = rows.at(-1);
  return last ? last.position + 1 : null;
}
