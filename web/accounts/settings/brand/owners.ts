import { type Brand, PRODUCT, providerBrand } from "#web/lib/page/brand.ts";

/** Owner of the edited brand. */
export type Whose = "provider" | "company";

interface Owner {
  readonly path: string;
  /** The brand that applies to fields without a value. */
  readonly above: Brand;
}

export const OWNERS: Readonly<Record<Whose, Owner>> = {
  provider: { path: "/brand", above: PRODUCT },
  company: { path: "/company-brand", above: providerBrand },
};
