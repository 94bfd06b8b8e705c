import { isUniqueViolation } from "#platform/db/constraint.ts";
import { queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { companyNameKey } from "#tenants/company-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Claim, type Reserved, withReserved } from "#tenants/reserve.ts";
import * as sql from "./companies.sql.ts";
import { nameInUse } from "./errors.ts";

/** To reserve the name of a company before it is written. */
export const nameClaim = (name: string): Claim => ({ key: companyNameKey(name), refused: nameInUse });

/** Whether two names are the same to the directory and to the unique index of the rows. */
export const isSameName = (a: string, b: string): boolean =>
  companyNameKey(a).value === companyNameKey(b).value;

/**
 * As `withReserved`, with a name for a company besides the other claims: the wanted one, with a number appended when another
 * company has it. Throws what `withReserved` throws, but not 409 ERR_NAME_IN_USE.
 */
export async function withFreeName<T>(
  installation: Installation,
  wanted: string,
  claims: readonly Claim[],
  owner: number | ((result: T) => number),
  work: (reserved: Reserved, name: string) => T | Promise<T>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (queryOne(installation.system, sql.named, { name })) continue;
    try {
      return await withReserved(installation, [nameClaim(name), ...claims], owner, (reserved) =>
        work(reserved, name),
      );
    } catch (error) {
      if (!isNameTaken(error)) throw error;
    }
  }
}

/** Whether another company has the name, in another cell or since it was looked up. */
const isNameTaken = (error: unknown): boolean =>
  (error instanceof AppError && error.code === "ERR_NAME_IN_USE") || isUniqueViolation(error, "company.name");
