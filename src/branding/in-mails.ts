import type { MailBrand } from "#companies/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { brandScale } from "./colors/contract.ts";
import { logoAt, providerPlace } from "./place.ts";
import { providerBrand } from "./shown.ts";

/** What the product itself is called and looks like (`--primary` of the light theme). */
const PRODUCT = { name: "Balcão", color: "#0b6cbb" };

/** The provider's brand as a mail carries it: on white, whatever theme the reader has. */
export function brandOfMails(installation: Installation): MailBrand {
  const { name, color } = providerBrand(installation);
  return {
    name: name || PRODUCT.name,
    color: color === "" ? PRODUCT.color : brandScale(color, "light").primary,
    logo: logoAt(providerPlace(installation)) ?? null,
  };
}
