import type { Broadcast } from "./broadcast.ts";

export interface Sent<Viewer> {
  readonly seq: number;
  readonly at: number;
  /** Audience and topic. The data is kept only as `frame`: the objects would take several times the memory. */
  readonly broadcast: Omit<Broadcast<Viewer>, "data">;
  /** The frame as text, serialised once for all sockets. */
  readonly frame: string;
}

/** docs/rules/realtime.md#cursor: the last 5000 events or 15 minutes. */
const MAX_EVENTS = 5000;
export const MAX_AGE_MS = 15 * 60_000;
/** Maximum characters of one company. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Maximum characters of all companies: hundreds of them share 1 GB. */
const MAX_CHARACTERS_IN_ALL = 64 * 1024 * 1024;

/** The recent events of one company, for clients that reconnect with a cursor. */
export interface Backlog<Viewer> {
  readonly cursor: number;
  add(channelPrefix: string, broadcast: Broadcast<Viewer>, nowMs: number): Sent<Viewer>;
  /** Events after the cursor, or null when some of them were already dropped. */
  since(cursor: number, nowMs: number): readonly Sent<Viewer>[] | null;
  /** Deletes expired events; called periodically, for companies without new events. */
  prune(nowMs: number): void;
}

/** `companies`: number of companies that have a backlog and share the memory. */
export function createBacklog<Viewer>(firstSeq: number, companies = () => 1): Backlog<Viewer> {
  let cursor = firstSeq;
  let events: Sent<Viewer>[] = [];
  // Events before this index are deleted; the array is cut, which frees them, once they are an eighth of it.
  let first = 0;
  let characters = 0;

  const room = () => Math.min(MAX_CHARACTERS, MAX_CHARACTERS_IN_ALL / companies());
  const tooMany = () => events.length - first > MAX_EVENTS || characters > room();
  const prune = (nowMs: number) => {
    for (let oldest = events[first]; oldest; oldest = events[first]) {
      if (!tooMany() && nowMs - oldest.at <= MAX_AGE_MS) break;
      characters -= oldest.frame.length;
      first += 1;
    }
    if (first * 8 > events.length) {
      events = events.slice(first);
      first = 0;
    }
  };

  return {
    get cursor() {
      return cursor;
    },
    add(channelPrefix, broadcast, nowMs) {
      cursor += 1;
      const frame = JSON.stringify({
        t: "event",
        seq: cursor,
        channel: `${channelPrefix}${broadcast.channel}`,
        data: broadcast.data,
      });
      const { data: _, ...kept } = broadcast;
      const sent = { seq: cursor, at: nowMs, broadcast: kept, frame };
      events.push(sent);
      characters += frame.length;
      prune(nowMs);
      return sent;
    },
    since(from, nowMs) {
      prune(nowMs);
      const missed = cursor - from;
      return missed < 0 || missed > events.length - first ? null : events.slice(events.length - missed);
    },
    prune,
  };
}
