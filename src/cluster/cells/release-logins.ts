import { cellOfId } from "#platform/cells.ts";
import { kindOf } from "./directory-names.ts";
import type { KeyValues } from "./key-values.ts";
import { readMovedCell } from "./moved-companies.ts";
import { readOrNull } from "./nats-directory.ts";

/**
 * Releases the e-mails of a cell that is gone for ever, so that its people can have accounts in other cells. E-mails of companies that
 * were moved out of it stay. Its cell reserves free ones again when it comes back. May be repeated. Returns their number. Throws 503
 * ERR_NOT_DURABLE.
 */
export async function releaseLogins(bucket: KeyValues, cell: number): Promise<number> {
  const logins = [];
  const moved = new Map<number, number>();
  for await (const found of bucket.all()) {
    const company = readMovedCell(found);
    if (company) moved.set(company.companyId, company.cell);
    const entry = kindOf(found.key) === "login" ? readOrNull(found) : null;
    if (entry) logins.push({ ...found, ...entry });
  }
  let released = 0;
  for (const { key, revision, companyId, cell: claimedBy } of logins) {
    const of = companyId === null ? claimedBy : (moved.get(companyId) ?? cellOfId(companyId));
    if (of === cell && (await bucket.remove(key, revision))) released += 1;
  }
  return released;
}
