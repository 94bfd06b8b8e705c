import * as v from "valibot";
import { plainName } from "#platform/http/contract.ts";
import { HEX_COLOR } from "./colors/contract.ts";

/** Bytes of an uploaded logo. */
export const MAX_LOGO_BYTES = 2_000_000;
/** Files of the brand; outside `/api`, for everybody, by the hash of their content. */
export const BRAND_PREFIX = "/brand/";

export const BrandAnswer = v.object({
  /** "" = the product's own. */
  name: v.string(),
  /** `#rrggbb`; "" = the product's own. */
  color: v.string(),
  logoUrl: v.nullable(v.string()),
});
export type BrandAnswer = v.InferOutput<typeof BrandAnswer>;

/** Name 2 to 40 characters, or "". */
export const BrandBody = v.object({
  name: v.union([v.literal(""), plainName(2, 40)]),
  color: v.union([v.literal(""), v.pipe(v.string(), v.regex(HEX_COLOR), v.toLowerCase())]),
});
export type BrandBody = v.InferOutput<typeof BrandBody>;
