import { ProviderPort } from "#channels/connections/provider-port.ts";
import { findConnection } from "#channels/connections/queries.ts";
import type { Session } from "./session.ts";

/** A session without events for this long is probed (docs/rules/connections.md#health). */
const STALE_MS = 5 * 60_000;
/** Only restarts within this window count. */
const WINDOW_MS = 30 * 60_000;
const MAX_RESTARTS = 2;

/**
 * Checks an open session: a silent one is probed, one that does not answer is restarted, and after two restarts
 * within half an hour it becomes TIMEOUT `no_traffic`.
 */
export async function checkHealth(session: Session): Promise<void> {
  const { tenant, key } = session;
  const { clock } = tenant;
  const { status } = findConnection(tenant.db, key.connectionId) ?? {};
  if (status !== "CONNECTED" || session.lastEventAt === null) return;
  const probedAt = clock.now();
  if (probedAt - session.lastEventAt < STALE_MS) return;
  session.transition({ type: "no_event_for_long" });
  const answered = await tenant.installation.ports.use(ProviderPort).probe(key);
  if (answered) {
    session.handleEvent({ type: "alive", at: clock.now() });
    return;
  }
  // An event arrived during the probe.
  if (session.lastEventAt >= probedAt) return;
  if (session.silentRestarts(clock.now() - WINDOW_MS) >= MAX_RESTARTS)
    session.transition({ type: "no_traffic" });
  else await session.restartSilent();
}
