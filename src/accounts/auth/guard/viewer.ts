import { isExpired } from "#accounts/companies/index.ts";
import { AppError } from "#platform/errors.ts";
import type { Connected, Identity } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import { BILLING_SESSION } from "./access-token.ts";
import { actorOfBilling, actorOfSession, createAuthenticator } from "./authenticate.ts";

/**
 * The viewer of a socket. In an expired company it receives only payment events
 * (docs/rules/users.md#expired-company); null in a disabled company. It receives no channels of features outside the
 * plan.
 */
const viewerOf = ({ tenant, actor }: UserCtx, watching: ReadonlySet<number>): Viewer | null =>
  tenant.company.active
    ? {
        ...actor,
        billingOnly: actor.billingOnly || (!isSupport(actor) && isExpired(tenant)),
        watching,
        plan: tenant.company.plan,
      }
    : null;

/** Returns the viewer for the token of a new socket; null = refused, `away` = the company is being moved to another cell. */
export function createSocketAuthenticator(installation: Installation) {
  const authenticate = createAuthenticator(installation);
  return (token: string, watching: ReadonlySet<number>): Connected<Viewer> | null | "away" => {
    try {
      const ctx = authenticate(token);
      const viewer = viewerOf(ctx, watching);
      if (!viewer) return null;
      const { tenant, actor } = ctx;
      const identity: Identity = { groupId: tenant.id, userId: actor.id, sessionId: actor.sessionId };
      return { ...identity, viewer };
    } catch (error) {
      return error instanceof AppError && error.code === "ERR_NOT_DURABLE" ? "away" : null;
    }
  };
}

/** The viewer of an open socket with current rights; null = its session ended. */
export function reloadViewer(
  { tenants }: Installation,
  { groupId, userId, sessionId }: Identity,
  watching: ReadonlySet<number>,
): Viewer | null {
  const tenant = tenants.open(groupId);
  const actor =
    sessionId === BILLING_SESSION
      ? actorOfBilling(tenant, userId)
      : actorOfSession(tenant, userId, sessionId);
  return actor ? viewerOf({ tenant, actor }, watching) : null;
}
