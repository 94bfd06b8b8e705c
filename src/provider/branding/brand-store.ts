import type { Secrets } from "#platform/crypto/secrets.ts";
import { type Db, one } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { BRAND_PREFIX, type BrandAnswer } from "./contract.ts";
import { logoUrl } from "./urls.ts";

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

interface Row {
  readonly name: string;
  readonly color: string;
  readonly logo_hash: string | null;
}

/** The stored brand; empty fields are not set. */
export function readBrandOf({ db, folder, secrets }: BrandStore): BrandAnswer {
  const row = one<Row>(db, "SELECT name, color, logo_hash FROM brand WHERE id = 1");
  return {
    name: row?.name ?? "",
    color: row?.color ?? "",
    logoUrl: row?.logo_hash ? logoUrl(secrets, folder, row.logo_hash) : null,
  };
}

/** The logo's PNG; undefined without one. */
export function readLogoOf({ db }: Pick<BrandStore, "db">): Uint8Array<ArrayBuffer> | undefined {
  const row = one<{ logo: Uint8Array<ArrayBuffer> | null }>(db, "SELECT logo FROM brand WHERE id = 1");
  return row?.logo ?? undefined;
}
