import type { Delivery } from "./delivery.ts";

export interface Sent<Viewer> {
  readonly seq: number;
  readonly at: number;
  readonly delivery: Delivery<Viewer>;
  /** The frame as text, made once for all sockets. */
  readonly frame: string;
}

/** Behaviour 23: the last 5000 events or 15 minutes. */
const MAX_EVENTS = 5000;
const MAX_AGE_MS = 15 * 60_000;

/** The recent events of one company, for clients that come back with a cursor. */
export interface Backlog<Viewer> {
  readonly cursor: number;
  add(channelPrefix: string, delivery: Delivery<Viewer>, nowMs: number): Sent<Viewer>;
  /** Events behind the cursor, or null when they are no longer all known. */
  since(cursor: number): readonly Sent<Viewer>[] | null;
}

export function createBacklog<Viewer>(firstSeq: number): Backlog<Viewer> {
  let cursor = firstSeq;
  let ring: Sent<Viewer>[] = [];
  return {
    get cursor() {
      return cursor;
    },
    add(channelPrefix, delivery, nowMs) {
      cursor += 1;
      const frame = JSON.stringify({
        t: "event",
        seq: cursor,
        channel: `${channelPrefix}${delivery.channel}`,
        data: delivery.data,
      });
      const sent = { seq: cursor, at: nowMs, delivery, frame };
      ring.push(sent);
      if (ring.length > MAX_EVENTS * 2) ring = ring.slice(-MAX_EVENTS);
      return sent;
    },
    since(from) {
      if (from > cursor || from < firstSeq) return null;
      const first = cursor - ring.length + 1;
      if (from + 1 < first || cursor - from > MAX_EVENTS) return null;
      const missed = ring.slice(from + 1 - first);
      const newest = ring.at(-1);
      if (missed[0] && newest && newest.at - missed[0].at > MAX_AGE_MS) return null;
      return missed;
    },
  };
}
