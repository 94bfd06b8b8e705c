/** Errors that a retry does not resolve. */
const FINAL = new Set([
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_WINDOW_CLOSED",
  "ERR_MARKETING_REFUSED",
  "ERR_MEDIA_TYPE",
  "ERR_CAMPAIGN_NO_MESSAGE",
  "ERR_NO_TICKET_FOUND",
]);

/** Whether a restart tries a failed recipient again (docs/rules/campaigns.md#cancel-and-restart). */
export const isTemporary = (reason: string | null): boolean => reason !== null && !FINAL.has(reason);

/** Errors of WhatsApp for a number that opens too many new chats: 463 is its reach-out lock, 429 a rate limit. */
const RESTRICTED = /\b(463|429)\b|reach.?out|restrict/i;

/** Whether a failure means that the number itself is restricted (docs/rules/campaigns.md#number-protection). */
export const isRestriction = (detail: string | null): boolean => detail !== null && RESTRICTED.test(detail);

/** A campaign pauses when this many of the last `of` dispatches failed (docs/rules/campaigns.md#number-protection). */
export const RATE = { failures: 5, of: 20 } as const;
