import { OutboundFailed } from "#platform/outbound/target.ts";

/**
 * Why a model gave no usable answer: `key_refused` will not get better by trying again, `not_allowed` neither (the
 * address leads into a private network); the rest may.
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

/** Whatever went wrong on the way, as why the model gave no answer. */
export function asFailure(error: unknown): ModelFailed {
  if (error instanceof ModelFailed) return error;
  if (error instanceof OutboundFailed) {
    if (error.reason === "timeout" || error.reason === "not_allowed") return new ModelFailed(error.reason);
    if (error.reason === "too_large") return new ModelFailed("garbage", "too large");
    return new ModelFailed("unreachable", error.message);
  }
  return new ModelFailed("garbage", error instanceof Error ? error.name : "unknown");
}

/** What a refusal by status means. */
export function failureOfStatus(status: number, said: string): ModelFailed {
  if (status === 401 || status === 403) return new ModelFailed("key_refused", `HTTP ${status}`);
  return new ModelFailed(status === 429 ? "busy" : "refused", `HTTP ${status}`, said);
}
