import { languageOf, setting } from "#accounts/settings/index.ts";
import { createRateLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { LinkPreviewAnswer } from "./contract.ts";
import { fetchPreview } from "./fetch.ts";
import { storedPreview, storePreview } from "./stored.ts";

/** Calls per user and minute. */
const CALLS = 30;
const MINUTE_MS = 60_000;

export const PreviewLimitPort = definePort<RateLimit>("link preview limit");
export const createPreviewLimit = ({ config, clock }: Installation): RateLimit =>
  config.rateLimits ? createRateLimit(clock, CALLS, MINUTE_MS) : noLimit;

/**
 * `POST /link-previews`: the preview of an https address that the caller writes (docs/rules/link-previews.md#fetching); null
 * when the setting is off or the address gives none. Throws 429 ERR_RATE_LIMIT.
 */
export async function previewOf({ tenant, actor }: UserCtx, url: string): Promise<LinkPreviewAnswer | null> {
  const { installation } = tenant;
  installation.ports.use(PreviewLimitPort).take(`${tenant.id}:${actor.id}`);
  if (!setting(tenant, "linkPreviews")) return null;
  const stored = storedPreview(tenant, url);
  if (stored) return stored;
  const fetched = await fetchPreview(installation, url, languageOf(tenant));
  if (fetched) tenant.write((unit) => storePreview(unit, fetched));
  return fetched;
}
