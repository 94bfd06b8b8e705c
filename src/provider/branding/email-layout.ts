import type { MailBrand } from "#accounts/companies/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { providerBrandStore, readLogoOf } from "./brand-store.ts";
import { brandScale } from "./colors/contract.ts";
import { iconUrl } from "./icons/contract.ts";
import { iconOf } from "./icons/icons.ts";
import { providerBrand } from "./present.ts";

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
