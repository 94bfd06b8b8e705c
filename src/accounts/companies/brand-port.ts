import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ShownBrand } from "./contract.ts";

/** The provider's brand in mails. */
export interface MailBrand {
  /** Name of the provider, else of the product. */
  readonly name: string;
  /** `#rrggbb` with a contrast of at least 4.5:1 on white. */
  readonly color: string;
  /** A square PNG. */
  readonly logo: Uint8Array | null;
}

/**
 * Name, logo and colour of the product on screens, in mails and in notifications; implemented by the branding
 * feature.
 */
export interface Brands {
  /** The brand that users of a company see. */
  shown(tenant: Tenant): ShownBrand;
  /** The brand of mails, which is always the provider's. */
  ofMails(installation: Installation): Promise<MailBrand>;
  /** Name and icon of push notifications; "" and null mean those of the product. */
  ofPushes(tenant: Tenant): { readonly name: string; readonly icon: string | null };
}
export const BrandPort = definePort<Brands>("brands");
