import type { Tenant } from "#tenants/tenant.ts";
import { iconUrl } from "./icons/contract.ts";
import { companyBrand } from "./present.ts";

/** Name and icon of push notifications to users of a company; "" and null = those of the product. */
export function brandOfPushes(tenant: Tenant): { readonly name: string; readonly icon: string | null } {
  const { name, logoUrl } = companyBrand(tenant);
  return { name, icon: logoUrl && iconUrl(logoUrl, "app") };
}
