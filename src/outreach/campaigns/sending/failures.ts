/** Errors that a retry does not resolve. */
const FINAL = new Set([
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_NEEDS_PHONE",
  "ERR_WINDOW_CLOSED",
  "ERR_MARKETING_REFUSED",
  "ERR_MEDIA_TYPE",
  "ERR_CAMPAIGN_NO_MESSAGE",
  "ERR_NO_TICKET_FOUND",
]);

/** Whether a restart tries a failed recipient again (docs/rules/campaigns.md#cancel-and-restart). */
export const isTemporary = (reason: string | null): boolean => reason !== null && !FINAL.has(reason);

/** A campaign pauses when this many of the last `of` dispatches failed (docs/rules/campaigns.md#number-protection). */
export const RATE = { failures: 5, of: 20 } as const;
