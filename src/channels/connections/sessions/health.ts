import { ProviderPort } from "#channels/connections/provider-port.ts";
import { one } from "#platform/db/database.ts";
import type { Session } from "./session.ts";

/** Nothing heard for this long: ask (docs/rules/connections.md#health). */
const STALE_MS = 5 * 60_000;
/** Restarts older than this are forgotten. */
const WINDOW_MS = 30 * 60_000;
const MAX_RESTARTS = 2;

/**
 * Looks whether an open session still lives: silent ones are asked something small, those that do not answer are
 * restarted, and two restarts that did not help within half an hour make it TIMEOUT `no_traffic`.
 */
export async function checkHealth(session: Session): Promise<void> {
  const { tenant, key } = session;
  const { clock } = tenant;
  const row = one<{ status: string }>(
    tenant.db,
    "SELECT status FROM connection WHERE id = ?",
    key.connectionId,
  );
  if (row?.status !== "CONNECTED" || session.lastEventAt === null) return;
  const askedAt = clock.now();
  if (askedAt - session.lastEventAt < STALE_MS) return;
  session.move({ type: "no_event_for_long" });
  const answered = await tenant.installation.ports.use(ProviderPort).probe(key);
  if (answered) {
    session.hear({ type: "alive", at: clock.now() });
    return;
  }
  // Heard by itself while we asked.
  if (session.lastEventAt >= askedAt) return;
  if (session.silentRestarts(clock.now() - WINDOW_MS) >= MAX_RESTARTS) session.move({ type: "no_traffic" });
  else await session.restartSilent();
}
