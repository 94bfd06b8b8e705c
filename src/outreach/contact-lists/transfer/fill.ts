import { timeZoneOf } from "#accounts/settings/index.ts";
import type { FillAnswer, FillBody } from "#outreach/contact-lists/contract.ts";
import { ContactListUpdated, ItemsReloaded } from "#outreach/contact-lists/events.ts";
import { insertItem } from "#outreach/contact-lists/items/add-item.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import { all, one } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

/** Contacts per transaction or read; other work runs between two. */
const STEP = 250;

/** People with a phone who are not blocked; every condition may be left out. Times are instants, the ends excluded. */
const WANTED = `FROM contact c JOIN contact_identity i ON i.contact_id = c.id AND i.kind = 'pn' AND i.scope = ''
  WHERE c.is_group = 0 AND c.blocked = 0
    AND (?1 IS NULL OR EXISTS (SELECT 1 FROM ticket t JOIN ticket_tag g ON g.ticket_id = t.id
      WHERE t.contact_id = c.id AND g.tag_id IN (SELECT value FROM json_each(?1))))
    AND (?2 IS NULL OR (c.email <> '') = ?2)
    AND (?3 IS NULL OR c.created_at >= ?3) AND (?4 IS NULL OR c.created_at < ?4)
    AND (?5 IS NULL AND ?6 IS NULL OR EXISTS (SELECT 1 FROM (SELECT updated_at FROM ticket WHERE contact_id = c.id
      ORDER BY id DESC LIMIT 1) WHERE updated_at >= coalesce(?5, 0) AND updated_at < coalesce(?6, 9e15)))
    AND (?7 IS NULL OR EXISTS (SELECT 1 FROM ticket WHERE contact_id = c.id
      AND queue_id IN (SELECT value FROM json_each(?7))))
    AND (?8 IS NULL OR c.id IN (SELECT value FROM json_each(?8)))`;
/** Contacts with ids after one id, up to the last of a step. */
const COUNT = `SELECT count(DISTINCT c.id) AS found, count(DISTINCT CASE WHEN EXISTS (SELECT 1 FROM contact_list_item
  WHERE contact_list_id = ?9 AND match_key = i.match_key) THEN c.id END) AS there ${WANTED} AND c.id > ?10 AND c.id <= ?11`;
const PIECE_END = `SELECT max(id) AS id FROM (SELECT id FROM contact WHERE id > ? ORDER BY id LIMIT ${STEP})`;
const SOME = `SELECT c.id, c.name, i.value AS number, c.email ${WANTED} AND c.id > ?9
  GROUP BY c.id ORDER BY c.id LIMIT ${STEP}`;

type Conditions = readonly [
  tags: string | null,
  hasEmail: number | null,
  createdFrom: number | null,
  createdTo: number | null,
  lastFrom: number | null,
  lastTo: number | null,
  queues: string | null,
  contacts: string | null,
];

/**
 * `POST /contact-lists/{id}/fill`: admins; puts the contacts that fit all conditions into a list, each once by
 * number. `dryRun` only counts. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION.
 */
export async function fillList(
  { tenant }: UserCtx,
  contactListId: number,
  body: FillBody,
): Promise<FillAnswer> {
  requireList(tenant.db, contactListId);
  const conditions = conditionsOf(tenant, body);
  const letGo = tenant.keepOpen();
  try {
    if (body.dryRun) return await wouldFill(tenant, contactListId, conditions);
    let [found, added] = [0, 0];
    for (let last = 0; ; ) {
      const people = all<{ id: number; name: string; number: string; email: string }>(
        tenant.db,
        SOME,
        ...conditions,
        last,
      );
      added += addSome(tenant, contactListId, people);
      found += people.length;
      last = people.at(-1)?.id ?? 0;
      if (people.length < STEP) return { found, added, duplicates: found - added };
      await yieldToEventLoop(tenant);
    }
  } finally {
    letGo();
  }
}

function addSome(
  tenant: Tenant,
  contactListId: number,
  people: readonly { readonly name: string; readonly number: string; readonly email: string }[],
): number {
  return tenant.write((unit) => {
    requireList(unit.db, contactListId);
    let added = 0;
    // A name of one letter is a name here too: it came from the network.
    for (const person of people) if (insertItem(unit, contactListId, person) !== null) added += 1;
    if (added > 0) unit.emit(ContactListUpdated, { contactListId });
    if (people.length < STEP) unit.emit(ItemsReloaded, { contactListId });
    return added;
  });
}

async function wouldFill(tenant: Tenant, contactListId: number, conditions: Conditions): Promise<FillAnswer> {
  const { db } = tenant;
  let [found, duplicates] = [0, 0];
  for (let last = 0; ; ) {
    const end = one<{ id: number | null }>(db, PIECE_END, last)?.id ?? null;
    if (end === null) return { found, added: found - duplicates, duplicates };
    const row = one<{ found: number; there: number }>(db, COUNT, ...conditions, contactListId, last, end);
    found += row?.found ?? 0;
    duplicates += row?.there ?? 0;
    last = end;
    await yieldToEventLoop(tenant);
  }
}

/** Days are whole days of the company's time zone. */
function conditionsOf(tenant: Tenant, body: FillBody): Conditions {
  const zone = timeZoneOf(tenant);
  const day = (field: keyof FillBody, text: string | null | undefined, later: number): number | null => {
    if (!text) return null;
    const at = startOfDay(text, zone) === undefined ? undefined : startOfDay(addDays(text, later), zone);
    if (at === undefined) throw invalidFields({ [field]: "invalid" });
    return at;
  };
  const ids = (list: readonly number[] | undefined) =>
    list && list.length > 0 ? JSON.stringify(list) : null;
  return [
    ids(body.tagIds),
    body.hasEmail === undefined || body.hasEmail === null ? null : Number(body.hasEmail),
    day("createdFrom", body.createdFrom, 0),
    day("createdTo", body.createdTo, 1),
    day("lastAttendanceFrom", body.lastAttendanceFrom, 0),
    day("lastAttendanceTo", body.lastAttendanceTo, 1),
    ids(body.queueIds),
    ids(body.contactIds),
  ];
}
