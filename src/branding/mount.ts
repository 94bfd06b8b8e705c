import { one } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { createRateLimit, noLimit, type RateLimit } from "#platform/http/rate-limit.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { BRAND_PREFIX } from "./contract.ts";
import { brandOf, sheetOf } from "./read.ts";

/** The hash of the content is part of the address. */
const FOREVER = "public, max-age=31536000, immutable";
/** Per address of a caller and minute; a browser asks once. */
const MOST_PER_MINUTE = 300;
const limits = new WeakMap<Installation, RateLimit>();

function limitOf(installation: Installation): RateLimit {
  const known = limits.get(installation);
  if (known) return known;
  const { clock, config } = installation;
  const limit = config.rateLimits ? createRateLimit(clock, MOST_PER_MINUTE, 60_000) : noLimit;
  limits.set(installation, limit);
  return limit;
}

/** `GET /brand/…`: logo and colours of the provider, for everybody; an older hash is gone. */
export const brandMount: Mount = {
  prefix: BRAND_PREFIX,
  handle(installation, request, { ip, https }) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    limitOf(installation).take(ip);
    const path = new URL(request.url).pathname;
    const found = fileAt(installation, path);
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

function fileAt(installation: Installation, path: string): Found | undefined {
  const brand = brandOf(installation);
  const sheet = sheetOf(brand);
  if (sheet?.path === path) return { type: "text/css;charset=utf-8", body: sheet.css };
  if (brand.logoUrl === path) {
    const row = one<{ logo: Uint8Array<ArrayBuffer> }>(
      installation.system,
      "SELECT logo FROM brand WHERE id = 1",
    );
    return row && { type: "image/png", body: row.logo };
  }
  return undefined;
}
