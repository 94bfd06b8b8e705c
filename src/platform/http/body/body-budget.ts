import { AppError } from "#platform/errors.ts";

/** One body of a request while it is in memory. */
interface HeldBody {
  /**
   * Counts bytes that arrived. Throws 503 ERR_SERVER_BUSY when they exceed the budget, or when this body was aborted.
   */
  take(bytes: number): void;
  /** The body is complete and being handled: it is no longer aborted. */
  arrived(): void;
  /** Releases the bytes of the body. */
  close(): void;
}

/** Memory budget of request bodies while they arrive. */
export interface BodyBudget {
  /** Registers a new body of `owner`. `cut` aborts the body and must free its memory, to make room for others. */
  open(owner: string, cut: () => void): HeldBody;
  /** Bytes in use. */
  used(): number;
}

interface Body {
  readonly cut: () => void;
  bytes: number;
  state: "arriving" | "arrived" | "gone";
}
interface Share {
  bytes: number;
  /** In the order in which they began. */
  readonly bodies: Set<Body>;
}

/**
 * `total` bytes for all requests, `perOwner` for those of one owner. When the budget is used up, the largest body of
 * the largest owner is aborted in favour of a smaller owner, so that callers with small and fast bodies are served
 * while others send large and slow ones (docs/rules/limits.md#bodies).
 */
export function createBodyBudget(total: number, perOwner: number): BodyBudget {
  const shares = new Map<string, Share>();
  let used = 0;

  const release = (owner: string, body: Body) => {
    const share = shares.get(owner);
    if (!share?.bodies.delete(body)) return;
    share.bytes -= body.bytes;
    used -= body.bytes;
    if (share.bodies.size === 0) shares.delete(owner);
  };
  /** Aborts one body of an owner with more than `bytes`; false when there is none. */
  const cutLargest = (bytes: number): boolean => {
    let found: { readonly owner: string; readonly body: Body; readonly most: number } | undefined;
    for (const [owner, share] of shares) {
      if (share.bytes <= (found?.most ?? bytes)) continue;
      const body = largestArriving(share);
      if (body) found = { owner, body, most: share.bytes };
    }
    if (!found) return false;
    release(found.owner, found.body);
    found.body.state = "gone";
    found.body.cut();
    return true;
  };

  return {
    open(owner, cut) {
      const body: Body = { cut, bytes: 0, state: "arriving" };
      const share = shares.get(owner) ?? { bytes: 0, bodies: new Set<Body>() };
      shares.set(owner, share);
      share.bodies.add(body);
      return {
        take(bytes) {
          if (body.state === "gone" || share.bytes + bytes > perOwner) throw serverBusy();
          while (used + bytes > total) if (!cutLargest(share.bytes + bytes)) throw serverBusy();
          body.bytes += bytes;
          share.bytes += bytes;
          used += bytes;
        },
        arrived() {
          if (body.state === "gone") throw serverBusy();
          body.state = "arrived";
        },
        close: () => release(owner, body),
      };
    },
    used: () => used,
  };
}

function largestArriving({ bodies }: Share): Body | undefined {
  let largest: Body | undefined;
  for (const body of bodies)
    if (body.state === "arriving" && body.bytes > (largest?.bytes ?? 0)) largest = body;
  return largest;
}

/** 503 with `Retry-After`: the server has too many requests; the same request works later. */
export const serverBusy = (retryAfterSeconds = 2) =>
  new AppError(503, "ERR_SERVER_BUSY", { retryAfterSeconds });
