import type { proto } from "@whiskeysockets/baileys";
import type { AdReferral } from "#channels/connections/provider.ts";

const LONGEST = { name: 200, words: 1000, address: 2000 };

interface WithContext {
  readonly contextInfo?: proto.IContextInfo | null;
}

/**
 * The advertisement that a message answers; `{}` without one. Programs also use this field for previews of links, which have
 * neither a source nor a click.
 */
export function referralOf(content: proto.IMessage): { readonly referral?: AdReferral } {
  for (const part of Object.values(content) as unknown[]) {
    if (typeof part !== "object" || part === null || !("contextInfo" in part)) continue;
    const ad = (part as WithContext).contextInfo?.externalAdReply;
    if (!ad?.sourceId && !ad?.ctwaClid) continue;
    const text = (value: string | null | undefined, most: number) => (value ?? "").slice(0, most);
    return {
      referral: {
        sourceType: text(ad.sourceType || "ad", LONGEST.name),
        sourceId: text(ad.sourceId, LONGEST.name),
        sourceUrl: text(ad.sourceUrl, LONGEST.address),
        headline: text(ad.title, LONGEST.words),
        body: text(ad.body, LONGEST.words),
        clickId: text(ad.ctwaClid, LONGEST.words),
      },
    };
  }
  return {};
}
