import type { AdReferral } from "#channels/connections/provider.ts";
import { type Part, partOf, textOf } from "./parts.ts";

/** Longest values that are kept; networks send advertisements as their authors wrote them. */
const LONGEST = { name: 200, words: 1000, address: 2000 };

/**
 * The `referral` of a message or pressed button; `{}` without one. The official WhatsApp names the source itself, pages and
 * Instagram name the ad and its title.
 */
export function referralOf(part: Part): { readonly referral?: AdReferral } {
  const referral = partOf(part["referral"]);
  const about = partOf(referral["ads_context_data"]);
  const adId = textOf(referral["ad_id"]);
  const sourceId = textOf(referral["source_id"]) || adId;
  const clickId = textOf(referral["ctwa_clid"]);
  if (sourceId === "" && clickId === "") return {};
  return {
    referral: {
      sourceType: (textOf(referral["source_type"]) || (adId === "" ? "post" : "ad")).slice(0, LONGEST.name),
      sourceId: sourceId.slice(0, LONGEST.name),
      sourceUrl: textOf(referral["source_url"]).slice(0, LONGEST.address),
      headline: (textOf(referral["headline"]) || textOf(about["ad_title"])).slice(0, LONGEST.words),
      body: textOf(referral["body"]).slice(0, LONGEST.words),
      clickId: clickId.slice(0, LONGEST.words),
    },
  };
}
