import type { Ban, CloseReason } from "#channels/connections/provider.ts";

/** Why a socket ended, with the detail from the network or the machine. */
export interface Closing {
  readonly reason: CloseReason;
  readonly detail: string;
  /** Reason, duration and text of the ban that the network sent; only for bans. */
  readonly ban?: Ban;
}

/**
 * Codes by which the network ends a session (whatsapp.com web client's reasons, as Baileys passes them on): 401
 * unlinked, 402 banned for a time, 403 locked, 405 client too old, 406 banned, 411 device refused, 440
 * replaced, 515 restart. Every other code means a temporary failure.
 */
const BY_CODE: Readonly<Record<number, CloseReason>> = {
  401: "logged_out",
  402: "temp_ban",
  403: "blocked",
  405: "version_refused",
  406: "blocked",
  411: "logged_out",
  440: "replaced",
  515: "restart_required",
};

function codeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("output" in error)) return null;
  const { output } = error;
  if (typeof output !== "object" || output === null || !("statusCode" in output)) return null;
  return typeof output.statusCode === "number" ? output.statusCode : null;
}

/** State of the link when its socket closes. */
export interface LinkState {
  /** The phone has confirmed the link: only then can the device be logged out or blocked. */
  readonly isLinked: boolean;
  /** The server has proved its identity. Codes received before that may come from a proxy or an attacker and are ignored. */
  readonly isProven: boolean;
}

/** Maps the error with which Baileys closed the socket to the reason that the product uses. */
export function closingOf(error: unknown, { isLinked, isProven }: LinkState): Closing {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : "closed";
  const detail = code === null ? text : `${code} ${text}`;
  const reason = (code === null || !isProven ? undefined : BY_CODE[code]) ?? "network";
  if (!isLinked && NEEDS_LINK.includes(reason)) return { reason: "network", detail };
  const isBan = reason === "temp_ban" || reason === "blocked";
  return { reason, detail, ...(isBan && { ban: banOf(code, error) }) };
}

/** Reasons that are only possible for a linked device. */
const NEEDS_LINK: readonly CloseReason[] = ["logged_out", "blocked", "temp_ban", "replaced"];
const TEXT_LIMIT = 500;

/** Reads the attributes of `<failure>`: `code`, `expire` (seconds), and the texts for people. */
function banOf(reason: number | null, error: unknown): Ban {
  const data: unknown = typeof error === "object" && error !== null && "data" in error ? error.data : null;
  const attrs = (typeof data === "object" ? data : null) as Readonly<Record<string, unknown>> | null;
  const numberOf = (name: string) => {
    const value = Number(attrs?.[name] ?? Number.NaN);
    return Number.isFinite(value) && value > 0 ? value : null;
  };
  const seconds = numberOf("expire");
  const texts = ["logout_message_header", "logout_message_subtext", "header", "text", "message"]
    .map((name) => attrs?.[name])
    .filter((text) => typeof text === "string" && text !== "");
  return {
    reason: reason === 402 || reason === 406 ? reason : 403,
    code: numberOf("code"),
    remainingMs: seconds === null ? null : seconds * 1000,
    text: texts.join("\n").slice(0, TEXT_LIMIT),
  };
}
