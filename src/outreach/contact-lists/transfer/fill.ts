import { timeZoneOf } from "#accounts/settings/index.ts";
import { type ListImport, ListImportPort } from "#outreach/contact-imports/index.ts";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import type { FillAnswer, FillBody } from "#outreach/contact-lists/contract.ts";
import { ContactListUpdated, ItemsReloaded } from "#outreach/contact-lists/events.ts";
import { insertItem, type NewItem } from "#outreach/contact-lists/items/add-item.ts";
import { findList, itemByKey, requireList } from "#outreach/contact-lists/queries.ts";
import { type ImportedPerson, matchKey } from "#people/contacts/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

/**
 * `POST /contact-lists/{id}/fill`: admins only; adds the contacts that match all conditions to a list, each number
 * once. `dryRun` only counts. Contacts without a phone are counted and left out, because a list has numbers. Walks the address book in steps of one transaction each, so that other requests run in
 * between; a repeat after a crash adds the rest. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION.
 */
export async function fillList(
  { tenant }: UserCtx,
  contactListId: number,
  body: FillBody,
): Promise<FillAnswer> {
  requireList(tenant.db, contactListId);
  const conditions = conditionsOf(tenant, body);
  const step = body.dryRun ? countStep : addStep;
  const sum = { found: 0, added: 0, withoutPhone: 0 };
  const release = tenant.keepOpen();
  try {
    for (let after = 0; ; ) {
      const upTo = endOfStep(tenant, conditions.contactIds, after);
      if (upTo === null) break;
      const range = { ...conditions, after, upTo };
      const { found, added } = step(tenant, { ...range, contactListId });
      sum.withoutPhone += queryOne(tenant.db, sql.countWithoutPhone, range)?.n ?? 0;
      sum.found += found;
      sum.added += added;
      after = upTo;
      await yieldToEventLoop(tenant);
    }
    if (!body.dryRun) tenant.write((unit) => unit.emit(ItemsReloaded, { contactListId }));
    return { ...sum, duplicates: sum.found - sum.added };
  } finally {
    release();
  }
}

type Step = sql.FillConditions & {
  readonly contactListId: number;
  /** Range of contact ids: after the first, up to and including the second. */
  readonly after: number;
  readonly upTo: number;
};

/** Id of the last contact of the next step; null = no contacts left. */
const endOfStep = ({ db }: Tenant, contactIds: string | null, after: number): number | null =>
  (contactIds === null
    ? queryOne(db, sql.endOfStep, { after })
    : queryOne(db, sql.endOfChosenStep, { after, contactIds })
  )?.id ?? null;

function addStep(tenant: Tenant, { contactListId, ...step }: Step): { found: number; added: number } {
  const people = queryAll(tenant.db, sql.matchingContacts, step);
  if (people.length === 0) return { found: 0, added: 0 };
  return tenant.write((unit) => {
    requireList(unit.db, contactListId);
    let added = 0;
    // Names of one letter are accepted, because they come from the network.
    for (const person of people) if (insertItem(unit, contactListId, person) !== null) added += 1;
    if (added > 0) unit.emit(ContactListUpdated, { contactListId });
    return { found: people.length, added };
  });
}

function countStep({ db }: Tenant, step: Step): { found: number; added: number } {
  const { found, present } = queryOne(db, sql.countMatching, step) ?? { found: 0, present: 0 };
  return { found, added: found - present };
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

/** An item for an imported row; without a name, its number is its name. */
const itemOf = ({ name, number, email }: ImportedPerson): NewItem => ({
  name: name || number,
  number,
  email,
});

const listImport: ListImport = {
  take: (unit, contactListId, person) =>
    insertItem(unit, contactListId, itemOf(person)) === null ? "duplicate" : "created",
  wouldTake: (db, contactListId, { number }) =>
    itemByKey(db, contactListId, matchKey(number)) ? "duplicate" : "created",
  moved(unit, contactListId, isEnd) {
    if (!findList(unit.db, contactListId)) return;
    unit.emit(ContactListUpdated, { contactListId });
    if (isEnd) unit.emit(ItemsReloaded, { contactListId });
  },
};

/**
 * Imports into contact lists use the reader, preview and report of the contact import (docs/rules/imports.md#lists).
 */
export function registerListImport({ ports }: Installation): void {
  ports.plug(ListImportPort, listImport);
}
