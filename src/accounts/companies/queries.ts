import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { readCompany } from "#tenants/company-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { providerCopyId } from "#tenants/provider.ts";
import type { Company } from "#tenants/tenant.ts";
import * as sql from "./companies.sql.ts";
import { nameInUse } from "./errors.ts";

type Listing = Pick<Installation, "system" | "cells">;

/** Companies of this cell by name; excludes those in the bin. */
export const listCompanies = (
  { system, cells }: Listing,
  search: string,
  limit: number,
  offset = 0,
): readonly Company[] =>
  queryAll(system, sql.companyPage, { search, copy: providerCopyId({ cells }), limit, offset }).flatMap(
    ({ id }) => readCompany(system, id) ?? [],
  );

export const countCompanies = ({ system, cells }: Listing, search: string): number =>
  queryOne(system, sql.countCompanies, { search, copy: providerCopyId({ cells }) })?.n ?? 0;

/** The company; undefined when it does not exist or is in the bin. */
export const companyById = ({ system }: Installation, id: number): Company | undefined =>
  readCompany(system, id);

/** Throws 404 ERR_NOT_FOUND. */
export function requireCompany(installation: Installation, id: number): Company {
  const company = companyById(installation, id);
  if (!company) throw notFound();
  return company;
}

export const planExists = (system: Db, id: number): boolean =>
  queryOne(system, sql.planExists, { id }) !== undefined;

/** Throws 409 ERR_NAME_IN_USE when a company has this name. */
export function checkCompanyNameFree(system: Db, name: string): void {
  if (queryOne(system, sql.named, { name })) throw nameInUse();
}
