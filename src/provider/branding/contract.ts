import * as v from "valibot";
import { plainName, ShortText } from "#platform/http/contract.ts";
import { HEX_COLOR } from "./colors/contract.ts";

/** Maximum size of an uploaded logo, bytes. */
export const MAX_LOGO_BYTES = 2_000_000;
/** Prefix of the files of brands; outside `/api`, readable by anyone with the URL. */
export const BRAND_PREFIX = "/brand/";

export const BrandAnswer = v.object({
  /** "" = inherited: a company inherits from the provider, the provider from the product. */
  name: v.string(),
  /** `#rrggbb`, or "". */
  color: v.string(),
  logoUrl: v.nullable(v.string()),
});
export type BrandAnswer = v.InferOutput<typeof BrandAnswer>;

/** Name 2 to 40 characters, or "". */
export const BrandBody = v.object({
  name: v.union([v.literal(""), plainName(2, 40)]),
  color: v.union([v.literal(""), v.pipe(ShortText, v.regex(HEX_COLOR), v.toLowerCase())]),
});
export type BrandBody = v.InferOutput<typeof BrandBody>;
