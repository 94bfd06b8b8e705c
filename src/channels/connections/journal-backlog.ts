import type { Installation } from "#tenants/installation.ts";
import type { InboundBatch, SessionKey } from "./provider.ts";

interface Waiting {
  rows: number;
  readonly since: number;
}
const waiting = new WeakMap<Installation, Map<string, Waiting>>();
const nameOf = (key: SessionKey) => `${key.companyId}:${key.connectionId}`;

const sessionsOf = (installation: Installation): Map<string, Waiting> => {
  const known = waiting.get(installation) ?? new Map<string, Waiting>();
  waiting.set(installation, known);
  return known;
};

/**
 * Records that a WhatsApp session delivered a batch: its events, and the journal rows after it (`behind`), are not in
 * the inbox yet.
 */
export function noteDelivered(
  installation: Installation,
  key: SessionKey,
  { events, behind }: InboundBatch,
): void {
  const sessions = sessionsOf(installation);
  const since = sessions.get(nameOf(key))?.since ?? installation.clock.now();
  sessions.set(nameOf(key), { rows: events.length + behind, since });
}

/** Records that the events of a batch are in the inbox. */
export function noteStored(installation: Installation, key: SessionKey, { events }: InboundBatch): void {
  const sessions = sessionsOf(installation);
  const known = sessions.get(nameOf(key));
  if (!known) return;
  known.rows -= events.length;
  if (known.rows <= 0) sessions.delete(nameOf(key));
}

/**
 * For metrics: number of events in the journals of WhatsApp sessions that are not in the inbox yet, and the waiting
 * time of the oldest.
 */
export function journalBacklog(installation: Installation): {
  readonly rows: number;
  readonly oldestSeconds: number;
} {
  const now = installation.clock.now();
  const sessions = [...sessionsOf(installation).values()];
  const oldest = Math.min(now, ...sessions.map(({ since }) => since));
  return {
    rows: sessions.reduce((total, { rows }) => total + rows, 0),
    oldestSeconds: (now - oldest) / 1000,
  };
}
