import type { CloseReason } from "#channels/connections/provider.ts";

/** Why a socket ended, with the detail from the network or the machine. */
export interface Closing {
  readonly reason: CloseReason;
  readonly detail: string;
}

/**
 * Codes by which the network ends a session (whatsapp.com web client's reasons, as Baileys passes them on): 401
 * unlinked, 402/403 banned for a time or for good, 405 client too old, 406 and 411 account or device refused, 440
 * replaced, 515 restart. Every other code means a temporary failure.
 */
const BY_CODE: Readonly<Record<number, CloseReason>> = {
  401: "logged_out",
  402: "blocked",
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

/** Converts the error with which Baileys closes to the reason of the end. */
export function closingOf(error: unknown, { isLinked, isProven }: LinkState): Closing {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : "closed";
  const detail = code === null ? text : `${code} ${text}`;
  const reason = (code === null || !isProven ? undefined : BY_CODE[code]) ?? "network";
  const needsLink = reason === "logged_out" || reason === "blocked" || reason === "replaced";
  return { reason: needsLink && !isLinked ? "network" : reason, detail };
}
