import { type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";

type RefusalCode =
  | "ERR_WINDOW_CLOSED"
  | "ERR_WAPP_INVALID_CONTACT"
  | "ERR_NEEDS_PHONE"
  | "ERR_MARKETING_LIMIT"
  | "ERR_MARKETING_REFUSED"
  | "ERR_SPAM_LIMIT"
  | "ERR_META_PAYMENT"
  | "ERR_TEMPLATE_UNAVAILABLE"
  | "ERR_TEMPLATE_VALUES"
  | "ERR_SENDING_WAPP_MSG";

/** Why the network rejected a message, as one of our codes (docs/rules/errors.md#catalogue). */
export interface Refusal {
  readonly code: RefusalCode;
  readonly detail: string;
}

/** Our code for each error number of the network. */
const CODES: readonly (readonly [RefusalCode, readonly string[]])[] = [
  // More than 24 hours since the customer's last message.
  ["ERR_WINDOW_CLOSED", ["131047"]],
  // The number does not exist, is not on WhatsApp, or cannot be reached by us.
  ["ERR_WAPP_INVALID_CONTACT", ["131026", "131030", "131021", "133010"]],
  // The kind of message (authentication) reaches only phones, and the recipient was a business-scoped id.
  ["ERR_NEEDS_PHONE", ["131062"]],
  // The network limits messages to this customer: too much recent marketing, or part of an experiment.
  ["ERR_MARKETING_LIMIT", ["131049", "130472"]],
  ["ERR_MARKETING_REFUSED", ["131050"]],
  ["ERR_SPAM_LIMIT", ["131048", "131064"]],
  ["ERR_META_PAYMENT", ["131042"]],
  // The template is missing, not in this language, against the policy, paused or disabled, or its parameters have
  // changed.
  [
    "ERR_TEMPLATE_UNAVAILABLE",
    ["132000", "132001", "132007", "132012", "132015", "132016", "132018", "132068", "132069"],
  ],
  ["ERR_TEMPLATE_VALUES", ["132005"]],
];

/** Translates the error of a status or a call; pure. */
export function refusalOf(error: Part): Refusal {
  const code = textOf(error["code"]);
  const text =
    textOf(partOf(error["error_data"])["details"]) || textOf(error["message"]) || textOf(error["title"]);
  const detail = `${code} ${text}`.trim().slice(0, 240);
  return { code: codeOf(code), detail };
}

export function codeOf(code: string): Refusal["code"] {
  return CODES.find(([, numbers]) => numbers.includes(code))?.[0] ?? "ERR_SENDING_WAPP_MSG";
}
