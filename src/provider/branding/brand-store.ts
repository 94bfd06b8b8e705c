import { eq } from "drizzle-orm";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./brand-store.sql.ts";
import { BRAND_PREFIX, type BrandAnswer } from "./contract.ts";
import { brand } from "./schema.ts";
import { logoUrl } from "./urls.ts";

/** Each database has at most one row of the table. */
export const ONLY_ROW = eq(brand.id, 1);

/** The database of a brand and the URL path of its files. */
export interface BrandStore {
  readonly db: Db;
  readonly folder: string;
  readonly secrets: Secrets;
}

export const providerBrandStore = ({ system, secrets }: Installation): BrandStore => ({
  db: system,
  folder: BRAND_PREFIX,
  secrets,
});
export const companyBrandStore = ({ id, db, installation: { secrets } }: Tenant): BrandStore => ({
  db,
  folder: `${BRAND_PREFIX}${id}/`,
  secrets,
});

/** The stored brand; empty fields are not set. */
export function readBrandOf({ db, folder, secrets }: BrandStore): BrandAnswer {
  const row = db
    .select({ name: brand.name, color: brand.color, logoHash: brand.logoHash })
    .from(brand)
    .where(ONLY_ROW)
    .get();
  return {
    name: row?.name ?? "",
    color: row?.color ?? "",
    logoUrl: row?.logoHash ? logoUrl(secrets, folder, row.logoHash) : null,
  };
}

/** The logo's PNG; undefined without one. */
export function readLogoOf({ db }: Pick<BrandStore, "db">): Uint8Array<ArrayBuffer> | undefined {
  const row = queryOne(db, sql.logo);
  return row?.logo ?? undefined;
}
