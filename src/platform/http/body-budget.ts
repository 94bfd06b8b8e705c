import { AppError } from "#platform/errors.ts";

/** Memory that bodies of requests may take while they arrive. */
export interface BodyBudget {
  /** Takes bytes for an owner. Throws 503 ERR_SERVER_BUSY when the owner's share or all of it is used. */
  take(owner: string, bytes: number): void;
  give(owner: string, bytes: number): void;
  /** Bytes in use. */
  used(): number;
}

/** `total` bytes for all requests, `perOwner` for those of one owner. */
export function createBodyBudget(total: number, perOwner: number): BodyBudget {
  const shares = new Map<string, number>();
  let used = 0;
  return {
    take(owner, bytes) {
      const share = (shares.get(owner) ?? 0) + bytes;
      if (share > perOwner || used + bytes > total) throw serverBusy();
      shares.set(owner, share);
      used += bytes;
    },
    give(owner, bytes) {
      const share = (shares.get(owner) ?? 0) - bytes;
      if (share > 0) shares.set(owner, share);
      else shares.delete(owner);
      used -= bytes;
    },
    used: () => used,
  };
}

/** 503 with `Retry-After`: the server has more requests than it can hold; the same request works later. */
export const serverBusy = (retryAfterSeconds = 2) =>
  new AppError(503, "ERR_SERVER_BUSY", { retryAfterSeconds });
