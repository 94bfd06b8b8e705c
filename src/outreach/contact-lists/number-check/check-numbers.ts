import { mayWork } from "#accounts/companies/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { remainingNumberChecks } from "#channels/connections/index.ts";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import { queryThrough, storedNumberAnswer } from "#people/contacts/index.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyNumberResults, type CheckedNumber } from "./apply-results.ts";

/** Checks per day that the background check leaves for numbers that users type. */
export const RESERVED_FOR_PEOPLE = 50;
const SECOND_MS = 1000;
const RETRY_MS = 60_000;

/**
 * One run of the background check: known results are applied at once, the other numbers are checked, one per open
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
export function tomorrow(tenant: Tenant): number {
  const zone = timeZoneOf(tenant);
  const now = tenant.clock.now();
  return startOfDay(addDays(dayAt(now, zone), 1), zone) ?? now + 24 * 60 * RETRY_MS;
}
