/** What networks take of something to press, in characters and numbers; beyond it goes text. */
export const CHOICE_LIMITS = {
  /** The official WhatsApp. */
  cloud: { text: 1024, buttons: 3, buttonTitle: 20, rows: 10, rowTitle: 24, rowDescription: 72 },
  /** Quick replies of pages and Instagram accounts. */
  page: { replies: 13, title: 20 },
} as const;
