import { all, type Db, one } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import { readCompany } from "#tenants/company-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Company } from "#tenants/tenant.ts";
import { nameInUse } from "./errors.ts";

/** `?1` = folded search text, "" = all. */
const WANTED = `removed_at IS NULL AND (?1 = '' OR instr(fold(name), ?1) > 0 OR instr(fold(email), ?1) > 0)`;
const PAGE = `SELECT id FROM company WHERE ${WANTED} ORDER BY name COLLATE NOCASE, id LIMIT ?2 OFFSET ?3`;
const COUNT = `SELECT count(*) AS n FROM company WHERE ${WANTED}`;

/** Companies by name; those in the bin are left out. */
export const listCompanies = (system: Db, search: string, limit: number, offset = 0): readonly Company[] =>
  all<{ id: number }>(system, PAGE, search, limit, offset).flatMap(({ id }) => readCompany(system, id) ?? []);

export const countCompanies = (system: Db, search: string): number =>
  one<{ n: number }>(system, COUNT, search)?.n ?? 0;

/** Undefined when there is no such company, or it is in the bin. */
export const companyById = ({ system }: Installation, id: number): Company | undefined =>
  readCompany(system, id);

/** Throws 404 ERR_NOT_FOUND. */
export function requireCompany(installation: Installation, id: number): Company {
  const company = companyById(installation, id);
  if (!company) throw notFound();
  return company;
}

export const planExists = (system: Db, id: number): boolean =>
  one(system, "SELECT 1 FROM plan WHERE id = ?", id) !== undefined;

const NAMED = "SELECT 1 FROM company WHERE name = ?";

/** Throws 409 ERR_NAME_IN_USE when a company has this name. */
export function checkCompanyNameFree(system: Db, name: string): void {
  if (one(system, NAMED, name)) throw nameInUse();
}

/** The name, or the name with a number when another company has it. */
export function freeCompanyName(system: Db, wanted: string): string {
  let name = wanted;
  for (let n = 2; one(system, NAMED, name); n += 1) name = `${wanted} (${n})`;
  return name;
}
