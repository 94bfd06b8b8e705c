import { mayWork } from "#accounts/companies/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { remainingNumberChecks } from "#channels/connections/index.ts";
import { queryThrough, storedNumberAnswer } from "#people/contacts/index.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { all, one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { applyNumberResults, type CheckedNumber } from "./apply-results.ts";

/** Questions of a day that are left to people who type numbers while lists are being checked. */
export const RESERVED_FOR_PEOPLE = 50;
/** Items per run: most have a known result or wait. */
const AT_ONCE = 200;
const SECOND_MS = 1000;
const REST_MS = 60_000;

const DUE = `SELECT id, number, match_key AS matchKey FROM contact_list_item
  WHERE check_at IS NOT NULL AND check_at <= ? AND contact_list_id IN (SELECT id FROM contact_list) ORDER BY check_at, id LIMIT ${AT_ONCE}`;
const NEXT = `SELECT check_at AS at FROM contact_list_item WHERE check_at IS NOT NULL
  AND contact_list_id IN (SELECT id FROM contact_list) ORDER BY check_at LIMIT 1`;

/**
 * One run of the background check: known results are applied at once, the other numbers are checked, one per open
 * connection (docs/rules/contacts.md#number-check, docs/rules/jobs.md#periods). Returns when to run again, ms; null =
 * nothing to do until a connection opens or an item comes.
 */
export async function checkNumbers(tenant: Tenant): Promise<number | null> {
  if (!mayWork(tenant) || !tenant.company.plan.useCampaigns)
    return one<{ at: number | null }>(tenant.db, NEXT)?.at == null ? null : tenant.clock.now() + REST_MS;
  const letGo = tenant.keepOpen();
  try {
    const asked = await askSome(tenant);
    return nextLook(tenant, asked);
  } finally {
    letGo();
  }
}

/** The open connections with checks left today. */
const checkersOf = (tenant: Tenant) =>
  remainingNumberChecks(tenant).filter(({ left }) => left > RESERVED_FOR_PEOPLE);

/** How many questions went out. */
async function askSome(tenant: Tenant): Promise<number> {
  const items = firstOfEach(all<CheckedNumber>(tenant.db, DUE, tenant.clock.now()));
  const known = items.flatMap((item) => {
    const answer = storedNumberAnswer(tenant, item.number);
    return answer ? [{ item, answer }] : [];
  });
  if (known.length > 0) tenant.write((unit) => applyNumberResults(unit, known));
  const settled = new Set(known.map(({ item }) => item.id));
  const unknown = items.filter(({ id }) => !settled.has(id));
  const questions = checkersOf(tenant).flatMap(({ connectionId }, at) => {
    const item = unknown[at];
    return item ? [{ connectionId, item }] : [];
  });
  const answers = await Promise.all(
    questions.map(async ({ connectionId, item }) => ({
      item,
      answer: await queryThrough(tenant, connectionId, item.number),
    })),
  );
  if (answers.length > 0) tenant.write((unit) => applyNumberResults(unit, answers));
  return answers.length;
}

/** A number in several lists is checked once. */
const firstOfEach = (items: readonly CheckedNumber[]): readonly CheckedNumber[] => [
  ...new Map(items.map((item) => [item.matchKey, item])).values(),
];

/** Read after all waits, so that items added meanwhile are included. */
function nextLook(tenant: Tenant, asked: number): number | null {
  const at = one<{ at: number | null }>(tenant.db, NEXT)?.at ?? null;
  if (at === null) return null;
  const now = tenant.clock.now();
  if (at > now) return at;
  const open = remainingNumberChecks(tenant);
  if (open.length === 0) return null;
  if (asked > 0 || checkersOf(tenant).length > 0) return now + SECOND_MS;
  return tomorrow(tenant);
}

/** When the questions of a new day begin. */
export function tomorrow(tenant: Tenant): number {
  const zone = timeZoneOf(tenant);
  const now = tenant.clock.now();
  return startOfDay(addDays(dayAt(now, zone), 1), zone) ?? now + 24 * 60 * REST_MS;
}
