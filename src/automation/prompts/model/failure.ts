import { OutboundFailed } from "#platform/outbound/target.ts";

/**
 * Why a model gave no usable answer. Retrying does not help after `key_refused` and `not_allowed` (the address is in a
 * private network); it may help after the others.
 */
export type FailureKind =
  | "key_refused"
  | "not_allowed"
  | "busy"
  | "refused"
  | "garbage"
  | "timeout"
  | "unreachable";

export class ModelFailed extends Error {
  override readonly name = "ModelFailed";
  readonly kind: FailureKind;
  /** The server's error text; never stored. */
  readonly said: string;

  /** `detail` holds no secret. */
  constructor(kind: FailureKind, detail = "", said = "") {
    super(detail === "" ? kind : `${kind}: ${detail}`);
    this.kind = kind;
    this.said = said;
  }
}

/** Converts any error of a call into a ModelFailed. */
export function asFailure(error: unknown): ModelFailed {
  if (error instanceof ModelFailed) return error;
  if (error instanceof OutboundFailed) {
    if (error.reason === "timeout" || error.reason === "not_allowed") return new ModelFailed(error.reason);
    if (error.reason === "too_large") return new ModelFailed("garbage", "too large");
    return new ModelFailed("unreachable", error.message);
  }
  return new ModelFailed("garbage", error instanceof Error ? error.name : "unknown");
}

/** The failure for an HTTP status that is not 2xx. */
export function failureOfStatus(status: number, said: string): ModelFailed {
  if (status === 401 || status === 403) return new ModelFailed("key_refused", `HTTP ${status}`);
  return new ModelFailed(status === 429 ? "busy" : "refused", `HTTP ${status}`, said);
}
