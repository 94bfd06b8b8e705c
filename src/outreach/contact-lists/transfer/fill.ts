import { timeZoneOf } from "#accounts/settings/index.ts";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import type { FillAnswer, FillBody } from "#outreach/contact-lists/contract.ts";
import { ContactListUpdated, ItemsReloaded } from "#outreach/contact-lists/events.ts";
import { insertItem } from "#outreach/contact-lists/items/add-item.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

/**
 * `POST /contact-lists/{id}/fill`: admins only; adds the contacts that match all conditions to a list, each number
 * once. `dryRun` only counts. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION.
 */
export async function fillList(
  { tenant }: UserCtx,
  contactListId: number,
  body: FillBody,
): Promise<FillAnswer> {
  requireList(tenant.db, contactListId);
  const conditions = conditionsOf(tenant, body);
  const release = tenant.keepOpen();
  try {
    if (body.dryRun) return await countFill(tenant, contactListId, conditions);
    let [found, added] = [0, 0];
    for (let last = 0; ; ) {
      const people = queryAll(tenant.db, sql.matchingContacts, { ...conditions, after: last });
      added += addSome(tenant, contactListId, people);
      found += people.length;
      last = people.at(-1)?.id ?? 0;
      if (people.length < sql.FILL_STEP) return { found, added, duplicates: found - added };
      await yieldToEventLoop(tenant);
    }
  } finally {
    release();
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
    // Names of one letter are accepted: they come from the network.
    for (const person of people) if (insertItem(unit, contactListId, person) !== null) added += 1;
    if (added > 0) unit.emit(ContactListUpdated, { contactListId });
    if (people.length < sql.FILL_STEP) unit.emit(ItemsReloaded, { contactListId });
    return added;
  });
}

async function countFill(
  tenant: Tenant,
  contactListId: number,
  conditions: sql.FillConditions,
): Promise<FillAnswer> {
  const { db } = tenant;
  let [found, duplicates] = [0, 0];
  for (let last = 0; ; ) {
    const end = queryOne(db, sql.endOfStep, { after: last })?.id ?? null;
    if (end === null) return { found, added: found - duplicates, duplicates };
    const row = queryOne(db, sql.countMatching, { ...conditions, contactListId, after: last, upTo: end });
    found += row?.found ?? 0;
    duplicates += row?.present ?? 0;
    last = end;
    await yieldToEventLoop(tenant);
  }
}

/** Converts days of the company's time zone to instants. */
function conditionsOf(tenant: Tenant, body: FillBody): sql.FillConditions {
  const zone = timeZoneOf(tenant);
  const day = (field: keyof FillBody, text: string | null | undefined, later: number): number | null => {
    if (!text) return null;
    const at = startOfDay(text, zone) === undefined ? undefined : startOfDay(addDays(text, later), zone);
    if (at === undefined) throw invalidFields({ [field]: "invalid" });
    return at;
  };
  const ids = (list: readonly number[] | undefined) =>
    list && list.length > 0 ? JSON.stringify(list) : null;
  return {
    tagIds: ids(body.tagIds),
    hasEmail: body.hasEmail === undefined || body.hasEmail === null ? null : Number(body.hasEmail),
    createdFrom: day("createdFrom", body.createdFrom, 0),
    createdTo: day("createdTo", body.createdTo, 1),
    lastFrom: day("lastAttendanceFrom", body.lastAttendanceFrom, 0),
    lastTo: day("lastAttendanceTo", body.lastAttendanceTo, 1),
    queueIds: ids(body.queueIds),
    contactIds: ids(body.contactIds),
  };
}
