import type { UserCtx } from "#tenants/tenant.ts";

/** How long somebody has to choose among the numbers they allowed, ms. */
const LIFE_MS = 15 * 60_000;
/** Of all companies at once; the oldest go first. */
const MOST = 500;

/** What a person allowed at Facebook: kept here and never told to a browser. */
interface Granted {
  readonly companyId: number;
  readonly userId: number;
  readonly token: string;
  readonly until: number;
}
const grants = new Map<string, Granted>();

/** Keeps a token for this person for a quarter of an hour; answers the word by which they find it. */
export function keepGrant({ tenant, actor }: UserCtx, token: string): string {
  for (const [word, { until }] of grants)
    if (until <= tenant.clock.now() || grants.size >= MOST) grants.delete(word);
  const word = crypto.randomUUID();
  grants.set(word, {
    companyId: tenant.id,
    userId: actor.id,
    token,
    until: tenant.clock.now() + LIFE_MS,
  });
  return word;
}

/** The token, undefined when it is somebody else's or too old. */
export function grantedToken({ tenant, actor }: UserCtx, word: string): string | undefined {
  const grant = grants.get(word);
  const isOwn = grant?.companyId === tenant.id && grant.userId === actor.id;
  return isOwn && grant.until > tenant.clock.now() ? grant.token : undefined;
}
