import { type Brand, PRODUCT, providerBrand } from "#web/lib/page/brand.ts";

/** Whose brand is being changed. */
export type Whose = "provider" | "company";

interface Owner {
  readonly path: string;
  /** What holds where nothing was chosen. */
  readonly above: Brand;
}

export const OWNERS: Readonly<Record<Whose, Owner>> = {
  provider: { path: "/brand", above: PRODUCT },
  company: { path: "/company-brand", above: providerBrand },
};
