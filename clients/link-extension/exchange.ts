/** The element of the page that has the request, as JSON in `data-options`. */
export const REQUEST_ID = "passkey-request";
/** The event with which the page gets the answer; `detail` is JSON. */
export const ANSWER_EVENT = "passkey-answer";

export const WHATSAPP = "https://web.whatsapp.com";

/** What the page asks for, and where the answer belongs. */
export interface Request {
  readonly options: Readonly<Record<string, unknown>>;
  /** Host of the page that asks; shown to the person. */
  readonly site: string;
  readonly tabId: number;
}

/** Message of the script on web.whatsapp.com to the background. */
export interface Answer {
  readonly tabId: number;
  /** The credential as JSON. */
  readonly assertion: string;
}
