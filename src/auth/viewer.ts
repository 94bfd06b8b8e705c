import { isExpired } from "#companies/index.ts";
import type { Connected, Identity } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import { actorOfSession, createAuthenticator } from "./authenticate.ts";

/** Whether this person's sockets may live: not on a billing token, not of a company that may not work. */
const mayListen = ({ tenant, actor }: UserCtx): boolean =>
  !actor.billingOnly && tenant.company.active && !isExpired(tenant);

/** Who opens a live socket with this token; null = refused. */
export function createSocketAuthenticator(installation: Installation) {
  const authenticate = createAuthenticator(installation);
  return (token: string, watching: ReadonlySet<number>): Connected<Viewer> | null => {
    try {
      const ctx = authenticate(token);
      if (!mayListen(ctx)) return null;
      const { tenant, actor } = ctx;
      const identity: Identity = { groupId: tenant.id, userId: actor.id, sessionId: actor.sessionId };
      return { ...identity, viewer: { ...actor, watching } };
    } catch {
      return null;
    }
  };
}

/** The rights of a socket that is already in, read again; null = its session is over. */
export function reloadViewer(
  { tenants }: Installation,
  { groupId, userId, sessionId }: Identity,
  watching: ReadonlySet<number>,
): Viewer | null {
  const tenant = tenants.open(groupId);
  const actor = actorOfSession(tenant, userId, sessionId);
  return actor && mayListen({ tenant, actor }) ? { ...actor, watching } : null;
}
