import { one } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { brandScale, type Scale, type Theme } from "./colors/contract.ts";
import { BRAND_PREFIX, type BrandAnswer } from "./contract.ts";

interface Row {
  readonly name: string;
  readonly color: string;
  readonly logo_hash: string | null;
}

export const brandRow = ({ system }: Installation): Row | undefined =>
  one<Row>(system, "SELECT name, color, logo_hash FROM brand WHERE id = 1");

const logoPath = (hash: string) => `${BRAND_PREFIX}logo-${hash}.png`;

/** The brand of the provider; empty where the product's own holds. Everybody may know it: it stands on the login page. */
export function brandOf(installation: Installation): BrandAnswer {
  const row = brandRow(installation);
  return {
    name: row?.name ?? "",
    color: row?.color ?? "",
    logoUrl: row?.logo_hash ? logoPath(row.logo_hash) : null,
  };
}

const rules = (color: string, theme: Theme) =>
  Object.entries(brandScale(color, theme) satisfies Scale)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** The style sheet of a brand's colour. Only ever fed what `HEX_COLOR` let through. */
export const brandSheet = (color: string): string =>
  `:root{${rules(color, "light")}}:root[data-theme="dark"]{${rules(color, "dark")}}`;

/** Address and content of the brand's style sheet; null without a colour. */
export function sheetOf({ color }: BrandAnswer): { readonly path: string; readonly css: string } | null {
  if (color === "") return null;
  const css = brandSheet(color);
  return { path: `${BRAND_PREFIX}style-${sha256(css).slice(0, 24)}.css`, css };
}
