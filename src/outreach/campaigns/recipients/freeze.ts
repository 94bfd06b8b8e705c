import { timeZoneOf } from "#accounts/settings/index.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import type { Campaign, FreezePhase } from "#outreach/campaigns/schema.ts";
import { finishIfDone } from "#outreach/campaigns/sending/finish.ts";
import { ContactListUpdated } from "#outreach/contact-lists/events.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { dayAt } from "#platform/dates.ts";
import { all, one, run } from "#platform/db/database.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { reopenStep } from "./reopen.ts";

/** Rows of one transaction: a few milliseconds. */
const PIECE = 200;
/** Pieces of one company and run; between two of them everybody else has a turn. */
const PIECES = 100;
const AFTER: Record<FreezePhase, FreezePhase> = {
  drop: "retry",
  retry: "list",
  list: "tag",
  tag: "done",
  done: "done",
};

interface Person {
  readonly id: number;
  readonly key: string;
  readonly contactId: number | null;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly invalid: number;
  readonly optedOut: number;
  readonly blocked: number;
}

const ITEMS = `SELECT i.id, i.match_key AS key, c.id AS contactId, i.number, i.name, i.email,
    i.is_whatsapp_valid IS 0 AS invalid, c.opted_out_at IS NOT NULL AS optedOut, coalesce(c.blocked, 0) AS blocked
  FROM contact_list_item i INDEXED BY contact_list_item_order
  LEFT JOIN contact_identity x ON x.kind = 'pn' AND x.scope = '' AND x.match_key = i.match_key
  LEFT JOIN contact c ON c.id = x.contact_id
  WHERE i.contact_list_id = ?1 AND i.id > ?2 ORDER BY i.id LIMIT ${PIECE}`;
const TAGGED = `SELECT t.id, coalesce(x.match_key, 'c' || c.id) AS key, c.id AS contactId,
    coalesce(x.value, '') AS number, c.name, c.email, x.exists_state IS 'no' AS invalid,
    c.opted_out_at IS NOT NULL AS optedOut, c.blocked + 2 * c.is_group AS blocked
  FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id JOIN contact c ON c.id = t.contact_id
  LEFT JOIN contact_identity x ON x.id = (SELECT min(y.id) FROM contact_identity y WHERE y.contact_id = c.id AND y.kind = 'pn')
  WHERE g.tag_id = ?1 AND g.ticket_id > ?2 ORDER BY g.ticket_id LIMIT ${PIECE}`;
const ADD = `INSERT INTO campaign_recipient (campaign_id, position, contact_key, contact_id, number, name, email, search, state, reason)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, fold(?6) || ' ' || ?5, ?8, ?9) ON CONFLICT (campaign_id, contact_key) DO NOTHING`;
const LAST = "SELECT coalesce(max(position), -1) AS n FROM campaign_recipient WHERE campaign_id = ?";
const DROP = `DELETE FROM campaign_recipient WHERE id IN (SELECT id FROM campaign_recipient WHERE campaign_id = ?
  AND state IN ('waiting', 'skipped') AND dispatched_at IS NULL LIMIT ${PIECE})`;

/**
 * Freezes the recipients of a campaign (docs/rules/campaigns.md#recipients) in steps: after a crash it continues there,
 * and an installation with 100,000 recipients keeps answering. True when all are written.
 */
export async function freezeRecipients(tenant: Tenant, campaignId: number): Promise<boolean> {
  for (let piece = 0; piece < PIECES; piece += 1) {
    if (tenant.write((unit) => freezePiece(unit, campaignId))) return true;
    await yieldToEventLoop(tenant);
    if (!tenant.db.$client.open) return false;
  }
  return false;
}

function freezePiece(unit: TenantUnit, campaignId: number): boolean {
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
  if (row.freezePhase === "drop") return run(unit.db, DROP, row.id).changes > 0 ? 0 : null;
  if (row.freezePhase === "retry") return reopenStep(unit, row);
  if (row.freezePhase === "list") return takeFromList(unit, row);
  return takeFromTag(unit, row);
}

function takeFromList(unit: TenantUnit, row: Campaign): number | null {
  if (row.contactListId === null) {
    if (row.tagListId !== null) makeList(unit, row, row.tagListId);
    return null;
  }
  return add(unit, row, all<Person>(unit.db, ITEMS, row.contactListId, row.freezeCursor));
}

function takeFromTag(unit: TenantUnit, row: Campaign): number | null {
  if (row.tagListId === null) return null;
  const people = all<Person>(unit.db, TAGGED, row.tagListId, row.freezeCursor);
  if (row.listFromTag && row.contactListId !== null)
    for (const { number, name, email, blocked } of people)
      if (number !== "" && blocked < 2) insertItem(unit, row.contactListId, { number, name, email });
  return add(unit, row, people);
}

function add(unit: TenantUnit, row: Campaign, people: readonly Person[]): number | null {
  let position = one<{ n: number }>(unit.db, LAST, row.id)?.n ?? -1;
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
    const { changes } = run(
      unit.db,
      ADD,
      row.id,
      position + 1,
      key,
      contactId,
      number,
      name,
      email,
      state,
      reason,
    );
    position += changes;
  }
  return people.at(-1)?.id ?? null;
}

/** A tag alone becomes a list of its people (docs/rules/campaigns.md#recipients). */
function makeList(unit: TenantUnit, row: Campaign, tagId: number): void {
  const tag = one<{ name: string }>(unit.db, "SELECT name FROM tag WHERE id = ?", tagId)?.name ?? "";
  const wanted = `campanha | TAG: ${tag} - ${dayAt(unit.now, timeZoneOf(unit.tenant))}`;
  const taken = (name: string) =>
    one(unit.db, "SELECT 1 FROM contact_list WHERE name = ? COLLATE NOCASE", name) !== undefined;
  let name = wanted;
  for (let copy = 2; taken(name); copy += 1) name = `${wanted} (${copy})`;
  changeCampaign(unit, row.id, { contactListId: addList(unit, name).id, listFromTag: true });
}
