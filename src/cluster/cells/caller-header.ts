import * as v from "valibot";
import type { ForwardedCaller } from "#platform/cells.ts";

/**
 * Carries the caller of a forwarded request. Only listeners of links read it, and `forward` replaces it, so a header of this
 * name in a request from outside has no effect.
 */
export const CALLER_HEADER = "x-balcao-caller";

const Caller = v.object({ ip: v.string(), https: v.boolean(), host: v.string() });

export const writeCaller = ({ ip, https, host }: ForwardedCaller): string =>
  JSON.stringify({ ip, https, host });

/** Null for a request that no node sent. */
export function readCaller({ headers }: Request): ForwardedCaller | null {
  try {
    return v.parse(Caller, JSON.parse(headers.get(CALLER_HEADER) ?? ""));
  } catch {
    return null;
  }
}
