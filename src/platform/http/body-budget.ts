import { AppError } from "#platform/errors.ts";

/** Memory that bodies of requests may take while they arrive. */
export interface BodyBudget {
  /** Takes bytes for a caller. Throws 503 ERR_SERVER_BUSY when the caller's share or all of it is used. */
  take(network: string, bytes: number): void;
  give(network: string, bytes: number): void;
  /** Bytes in use. */
  used(): number;
}

/** `total` bytes for all requests, `perNetwork` for those of one address. */
export function createBodyBudget(total: number, perNetwork: number): BodyBudget {
  const shares = new Map<string, number>();
  let used = 0;
  return {
    take(network, bytes) {
      const share = (shares.get(network) ?? 0) + bytes;
      if (share > perNetwork || used + bytes > total) throw serverBusy();
      shares.set(network, share);
      used += bytes;
    },
    give(network, bytes) {
      const share = (shares.get(network) ?? 0) - bytes;
      if (share > 0) shares.set(network, share);
      else shares.delete(network);
      used -= bytes;
    },
    used: () => used,
  };
}

/** 503 with `Retry-After`: the server has more requests than it can hold; the same request works later. */
export const serverBusy = (retryAfterSeconds = 2) =>
  new AppError(503, "ERR_SERVER_BUSY", { retryAfterSeconds });
