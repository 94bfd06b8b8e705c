import { remainingNumberChecks } from "#channels/connections/index.ts";
import type { ChecksAnswer } from "#outreach/contact-lists/contract.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { RESERVED_FOR_PEOPLE, tomorrow } from "./check-numbers.ts";

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
