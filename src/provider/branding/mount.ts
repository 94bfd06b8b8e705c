import { AppError, notFound } from "#platform/errors.ts";
import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { sha256 } from "#platform/ids.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import {
  type BrandStore,
  companyBrandStore,
  providerBrandStore,
  readBrandOf,
  readLogoOf,
} from "./brand-store.ts";
import { brandScale, type Theme } from "./colors/contract.ts";
import { BRAND_PREFIX } from "./contract.ts";
import { iconOf, isIcon } from "./icons/icons.ts";
import { colorOfSheet, readPicture, sheetUrl } from "./urls.ts";

/** URL and content of a colour's style sheet. */
interface StyleSheet {
  readonly path: string;
  readonly css: string;
}

/** Cached, because the same few colours are requested often. */
const KEPT = 200;
const known = new Map<string, StyleSheet>();

const rules = (color: string, theme: Theme) =>
  Object.entries(brandScale(color, theme))
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** The style sheet of a brand's colour. The colour must match `HEX_COLOR`; null for "". */
export function styleSheetOf(color: string): StyleSheet | null {
  if (color === "") return null;
  const kept = known.get(color);
  if (kept) return kept;
  const css = `:root{${rules(color, "light")}}:root[data-theme="dark"]{${rules(color, "dark")}}`;
  const sheet = { path: sheetUrl(color, sha256(css).slice(0, 24)), css };
  if (known.size >= KEPT) known.clear();
  known.set(color, sheet);
  return sheet;
}

/** URLs contain the hash of the content, so it never changes. */
const FOREVER = "public, max-age=31536000, immutable";
/** Requests per address and minute; a browser needs one. */
const MOST_PER_MINUTE = 300;
const limits = new WeakMap<Installation, RateLimit>();

function limitOf(installation: Installation): RateLimit {
  const known = limits.get(installation);
  if (known) return known;
  const { clock, config } = installation;
  const limit = config.rateLimits ? createAddressLimit(clock, MOST_PER_MINUTE, 60_000) : noLimit;
  limits.set(installation, limit);
  return limit;
}

/** `GET /brand/…`: logos, their icons and colours, for anyone with the URL; old URLs are 404. */
export const brandMount: Mount = {
  prefix: BRAND_PREFIX,
  // Null for the provider's logo and the style sheets: every cell has them.
  cell: {
    by: "company",
    of: ({ request, secrets }) => readPicture(secrets, new URL(request.url).pathname)?.companyId ?? null,
  },
  async handle(installation, request, { ip, https }) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    limitOf(installation).take(ip);
    const path = new URL(request.url).pathname;
    const found = sheetAt(path) ?? (await pictureAt(installation, path));
    if (!found) throw notFound();
    return new Response(request.method === "HEAD" ? null : found.body, {
      headers: {
        ...securityHeaders("media", https),
        "content-type": found.type,
        "cache-control": FOREVER,
      },
    });
  },
};

interface Found {
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** The style sheet of a colour; public and created without a database row. */
function sheetAt(path: string): Found | undefined {
  const sheet = styleSheetOf(colorOfSheet(path) ?? "");
  return sheet?.path === path ? { type: "text/css;charset=utf-8", body: sheet.css } : undefined;
}

async function pictureAt(installation: Installation, path: string): Promise<Found | undefined> {
  const named = readPicture(installation.secrets, path);
  const place = named && placeOf(installation, named.companyId);
  if (!place || readBrandOf(place).logoUrl !== named.logoUrl) return undefined;
  const logo = readLogoOf(place);
  if (!logo) return undefined;
  if (named.name === "logo") return { type: "image/png", body: logo };
  return isIcon(named.name) ? { type: "image/png", body: await iconOf(path, named.name, logo) } : undefined;
}

function placeOf(installation: Installation, companyId: number | null): BrandStore | undefined {
  if (companyId === null) return providerBrandStore(installation);
  const { tenants } = installation;
  return tenants.exists(companyId) ? companyBrandStore(tenants.open(companyId)) : undefined;
}
