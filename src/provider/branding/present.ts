import type { ShownBrand } from "#accounts/companies/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { companyBrandStore, providerBrandStore, readBrandOf } from "./brand-store.ts";
import type { BrandAnswer } from "./contract.ts";
import { styleSheetOf } from "./mount.ts";
import { markOf } from "./urls.ts";

/** The provider's brand; empty fields use the product's own. Public, because the login page shows it. */
export const providerBrand = (installation: Installation): BrandAnswer =>
  readBrandOf(providerBrandStore(installation));

/** The brand shown to a company's users: each field is the company's, else the provider's. */
export function companyBrand(tenant: Tenant): BrandAnswer {
  const [own, provider] = [readBrandOf(companyBrandStore(tenant)), providerBrand(tenant.installation)];
  return {
    name: own.name || provider.name,
    color: own.color || provider.color,
    logoUrl: own.logoUrl ?? provider.logoUrl,
  };
}

/** Name, logo and style sheet as a page shows them. */
export const partsOf = ({ name, color, logoUrl }: BrandAnswer) => ({
  name,
  logoUrl,
  sheetUrl: styleSheetOf(color)?.path ?? null,
});

/** The brand of a company in the answer about the login session. */
export function presentBrand(tenant: Tenant): ShownBrand {
  const { name, color, logoUrl } = readBrandOf(companyBrandStore(tenant));
  const isOwn = name !== "" || color !== "" || logoUrl !== null;
  return {
    ...partsOf(companyBrand(tenant)),
    mark: isOwn ? markOf(tenant.installation.secrets, tenant.id) : "",
  };
}
