/** Limits of the networks for buttons and lists (characters, counts); a longer menu is sent as text. */
export const CHOICE_LIMITS = {
  /** The official WhatsApp (Cloud API). */
  cloud: { text: 1024, buttons: 3, buttonTitle: 20, rows: 10, rowTitle: 24, rowDescription: 72 },
  /** Quick replies on Facebook pages and Instagram accounts. */
  page: { replies: 13, title: 20 },
} as const;
