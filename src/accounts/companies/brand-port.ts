import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ShownBrand } from "./contract.ts";

/** The provider's brand as a mail carries it. */
export interface MailBrand {
  /** Of the provider, else the product's. */
  readonly name: string;
  /** `#rrggbb` that holds 4.5 to 1 on white. */
  readonly color: string;
  /** PNG, square. */
  readonly logo: Uint8Array | null;
}

/** Under which name, sign and colour the product is shown; the feature of the brand plugs it in. */
export interface Brands {
  /** To the people of a company. */
  shown(tenant: Tenant): ShownBrand;
  /** In a mail, which comes from the provider. */
  ofMails(installation: Installation): Promise<MailBrand>;
  /** Name and icon of notifications on devices; "" and null mean those of the product. */
  ofPushes(tenant: Tenant): { readonly name: string; readonly icon: string | null };
}
export const BrandPort = definePort<Brands>("brands");
