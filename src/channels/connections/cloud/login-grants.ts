import type { UserCtx } from "#tenants/tenant.ts";

/** Time a person has to choose one of the numbers they allowed, ms. */
const LIFE_MS = 15 * 60_000;
/** Of all companies together; the oldest are dropped first. */
const MAX_GRANTS = 500;

/** A Facebook token of one person, kept in memory; browsers get only the id of the grant. */
interface LoginGrant {
  readonly companyId: number;
  readonly userId: number;
  readonly token: string;
  readonly expiresAt: number;
}
const grants = new Map<string, LoginGrant>();

/** Stores a token for this person for 15 minutes; returns the id of the grant. */
export function storeGrant({ tenant, actor }: UserCtx, token: string): string {
  for (const [id, { expiresAt }] of grants)
    if (expiresAt <= tenant.clock.now() || grants.size >= MAX_GRANTS) grants.delete(id);
  const id = crypto.randomUUID();
  grants.set(id, {
    companyId: tenant.id,
    userId: actor.id,
    token,
    expiresAt: tenant.clock.now() + LIFE_MS,
  });
  return id;
}

/** The token of a grant; undefined when it belongs to another person or has expired. */
export function grantedToken({ tenant, actor }: UserCtx, grantId: string): string | undefined {
  const grant = grants.get(grantId);
  const isOwn = grant?.companyId === tenant.id && grant.userId === actor.id;
  return isOwn && grant.expiresAt > tenant.clock.now() ? grant.token : undefined;
}
