import type { MailBrand } from "#accounts/companies/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { providerBrandStore, readLogoOf } from "./brand-store.ts";
import { brandScale } from "./colors/contract.ts";
import { iconUrl } from "./icons/contract.ts";
import { iconOf } from "./icons/icons.ts";
import { companyBrand, providerBrand } from "./present.ts";

/** The product's own name and colour (`--primary` of the light theme). */
const PRODUCT = { name: "Balcão", color: "#0b6cbb" };

/** The provider's brand for mails: always on a white background. */
export async function brandOfMails(installation: Installation): Promise<MailBrand> {
  const { name, color, logoUrl } = providerBrand(installation);
  const logo = readLogoOf(providerBrandStore(installation));
  return {
    name: name || PRODUCT.name,
    color: color === "" ? PRODUCT.color : brandScale(color, "light").primary,
    logo: logo && logoUrl ? await iconOf(iconUrl(logoUrl, "app"), "app", logo) : null,
  };
}

/** Name and icon of push notifications to users of a company; "" and null = those of the product. */
export function brandOfPushes(tenant: Tenant): { readonly name: string; readonly icon: string | null } {
  const { name, logoUrl } = companyBrand(tenant);
  return { name, icon: logoUrl && iconUrl(logoUrl, "app") };
}
