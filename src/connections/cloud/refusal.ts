import { type Part, partOf, textOf } from "#connections/meta/parts.ts";

/** Why the network gave a message back, in our words (behaviour 31). */
export interface Refusal {
  readonly code: "ERR_WINDOW_CLOSED" | "ERR_WAPP_INVALID_CONTACT" | "ERR_SENDING_WAPP_MSG";
  readonly detail: string;
}

/** More than 24 hours since the customer's last message. */
const WINDOW = "131047";
/** Nobody there, not on WhatsApp, or not reachable by us. */
const NOBODY: readonly string[] = ["131026", "131030", "131021", "133010"];

/** What an error of a status, or of a call, means; pure. */
export function refusalOf(error: Part): Refusal {
  const code = textOf(error["code"]);
  const words =
    textOf(partOf(error["error_data"])["details"]) || textOf(error["message"]) || textOf(error["title"]);
  const detail = `${code} ${words}`.trim().slice(0, 240);
  return { code: codeOf(code), detail };
}

export function codeOf(code: string): Refusal["code"] {
  if (code === WINDOW) return "ERR_WINDOW_CLOSED";
  return NOBODY.includes(code) ? "ERR_WAPP_INVALID_CONTACT" : "ERR_SENDING_WAPP_MSG";
}
