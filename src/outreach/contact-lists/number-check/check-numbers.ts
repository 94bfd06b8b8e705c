import { mayWork } from "#accounts/companies/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { remainingNumberChecks } from "#channels/connections/index.ts";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import type { ChecksAnswer } from "#outreach/contact-lists/contract.ts";
import { ContactListUpdated, ItemsReloaded, ItemUpdated } from "#outreach/contact-lists/events.ts";
import { searchOf } from "#outreach/contact-lists/items/add-item.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { matchKey, type NumberAnswer, queryThrough, storedNumberAnswer } from "#people/contacts/index.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";

/** An item whose number is checked. */
interface CheckedNumber {
  readonly id: number;
  readonly number: string;
  readonly matchKey: string;
}

/** Up to this number, each changed item has its own event; above it, clients reload the list. */
const MAX_EVENTS = 25;
/** Wait before a number without a result is checked again, ms. */
const AGAIN_MS = 60 * 60_000;

/**
 * Stores the result of a check in every list with the number, in the network's form of the number; null = no result:
 * it is checked again in an hour.
 */
function applyNumberResults(
  unit: TenantUnit,
  answers: readonly { readonly item: CheckedNumber; readonly answer: NumberAnswer | null }[],
): void {
  const changed: { readonly id: number; readonly contactListId: number }[] = [];
  for (const { item, answer } of answers) {
    if (!answer) {
      execute(unit.db, sql.checkLater, { at: unit.now + AGAIN_MS, matchKey: item.matchKey });
      continue;
    }
    const found = answer.identities.find(({ kind }) => kind === "pn")?.value;
    const number = found !== undefined && matchKey(found) === item.matchKey ? found : item.number;
    for (const same of queryAll(unit.db, sql.uncheckedWithKey, { matchKey: item.matchKey })) {
      const search = searchOf({ ...same, number });
      const valid = answer.exists ? 1 : 0;
      execute(unit.db, sql.writeResult, { id: same.id, valid, number, search, now: unit.now });
      changed.push(same);
    }
  }
  const lists = new Set(changed.map(({ contactListId }) => contactListId));
  for (const contactListId of lists) {
    unit.emit(ContactListUpdated, { contactListId });
    if (changed.length > MAX_EVENTS) unit.emit(ItemsReloaded, { contactListId });
  }
  if (changed.length <= MAX_EVENTS)
    for (const { id, contactListId } of changed) unit.emit(ItemUpdated, { contactListId, itemId: id });
}

/** Checks per day that the background check leaves for numbers that users type. */
const RESERVED_FOR_PEOPLE = 50;
const SECOND_MS = 1000;
const RETRY_MS = 60_000;

/**
 * One run of the background check: known results are applied immediately, the other numbers are checked, one per open
 * connection (docs/rules/contacts.md#number-check, docs/rules/jobs.md#periods). Returns when to run again, ms; null =
 * nothing to do until a connection opens or an item is added.
 */
export async function checkNumbers(tenant: Tenant): Promise<number | null> {
  if (!mayWork(tenant) || !tenant.company.plan.useCampaigns)
    return queryOne(tenant.db, sql.nextCheck) === undefined ? null : tenant.clock.now() + RETRY_MS;
  const release = tenant.keepOpen();
  try {
    const sent = await checkSome(tenant);
    return nextRunAt(tenant, sent);
  } finally {
    release();
  }
}

/** The open connections with checks left today. */
const checkersOf = (tenant: Tenant) =>
  remainingNumberChecks(tenant).filter(({ left }) => left > RESERVED_FOR_PEOPLE);

/** Runs some checks; returns how many requests were sent. */
async function checkSome(tenant: Tenant): Promise<number> {
  const items = firstOfEach(queryAll(tenant.db, sql.dueChecks, { now: tenant.clock.now() }));
  const known = items.flatMap((item) => {
    const answer = storedNumberAnswer(tenant, item.number);
    return answer ? [{ item, answer }] : [];
  });
  if (known.length > 0) tenant.write((unit) => applyNumberResults(unit, known));
  const settled = new Set(known.map(({ item }) => item.id));
  const unknown = items.filter(({ id }) => !settled.has(id));
  const checks = checkersOf(tenant).flatMap(({ connectionId }, at) => {
    const item = unknown[at];
    return item ? [{ connectionId, item }] : [];
  });
  const answers = await Promise.all(
    checks.map(async ({ connectionId, item }) => ({
      item,
      answer: await queryThrough(tenant, connectionId, item.number),
    })),
  );
  if (answers.length > 0) tenant.write((unit) => applyNumberResults(unit, answers));
  return answers.length;
}

/** Keeps the first item of each number, so that a number in several lists is checked once. */
const firstOfEach = (items: readonly CheckedNumber[]): readonly CheckedNumber[] => [
  ...new Map(items.map((item) => [item.matchKey, item])).values(),
];

/** The next run, ms. Reads the rows after the checks, so that items added meanwhile are included. */
function nextRunAt(tenant: Tenant, sent: number): number | null {
  const at = queryOne(tenant.db, sql.nextCheck)?.at ?? null;
  if (at === null) return null;
  const now = tenant.clock.now();
  if (at > now) return at;
  const open = remainingNumberChecks(tenant);
  if (open.length === 0) return null;
  if (sent > 0 || checkersOf(tenant).length > 0) return now + SECOND_MS;
  return tomorrow(tenant);
}

/** When the checks of the next day start, ms. */
function tomorrow(tenant: Tenant): number {
  const zone = timeZoneOf(tenant);
  const now = tenant.clock.now();
  return startOfDay(addDays(dayAt(now, zone), 1), zone) ?? now + 24 * 60 * RETRY_MS;
}

/** `GET /contact-lists/{id}/checks`: progress of the number check of a list. Throws 404 ERR_NOT_FOUND. */
export function checkProgress({ tenant }: UserCtx, contactListId: number): ChecksAnswer {
  const { contactsCount, validCount, invalidCount } = requireList(tenant.db, contactListId);
  const unknown = contactsCount - validCount - invalidCount;
  const open = remainingNumberChecks(tenant);
  const left = open.reduce((sum, connection) => sum + Math.max(connection.left - RESERVED_FOR_PEOPLE, 0), 0);
  const counts = {
    valid: validCount,
    invalid: invalidCount,
    unknown,
    connections: open.length,
    leftToday: left,
  };
  if (unknown === 0) return { ...counts, state: "done", resumesAt: null };
  if (open.length === 0) return { ...counts, state: "no_connection", resumesAt: null };
  if (left > 0) return { ...counts, state: "running", resumesAt: null };
  return { ...counts, state: "quota", resumesAt: new Date(tomorrow(tenant)).toISOString() };
}
