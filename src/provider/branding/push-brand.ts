import type { Tenant } from "#tenants/tenant.ts";
import { iconUrl } from "./icons/contract.ts";
import { companyBrand } from "./present.ts";

/** Name and icon under which devices of a company's people show a notification; "" and null are the product's. */
export function brandOfPushes(tenant: Tenant): { readonly name: string; readonly icon: string | null } {
  const { name, logoUrl } = companyBrand(tenant);
  return { name, icon: logoUrl && iconUrl(logoUrl, "app") };
}
