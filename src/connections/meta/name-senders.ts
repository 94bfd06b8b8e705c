import type { InboundEvent, NetworkIdentity } from "#connections/provider.ts";
import { contactById, findIdentity } from "#contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type MetaRoute, metaAccountOf, tokenOf } from "./accounts.ts";
import { createGraph } from "./graph.ts";
import { profileOf } from "./profile.ts";

/** Meta is answered at once: a name that takes longer comes with the person's next message. */
const PATIENCE_MS = 2000;

/**
 * Fills in the names of people who write for the first time, so that the first greeting knows them: the calls of Meta
 * name people by an id only. A refused profile leaves them without (`Contato {last 4}`).
 */
export async function nameSenders(
  installation: Installation,
  { companyId, connectionId }: MetaRoute,
  events: readonly InboundEvent[],
): Promise<readonly InboundEvent[]> {
  const tenant = installation.tenants.open(companyId);
  const asked = new Map<string, Promise<string | null>>();
  const nameOf = (identity: NetworkIdentity): Promise<string | null> => {
    const known = asked.get(identity.value) ?? ask(tenant, connectionId, identity);
    asked.set(identity.value, known);
    return known;
  };
  return Promise.all(
    events.map(async (event) => {
      const [identity] = event.chat;
      if (event.kind !== "message" || event.fromMe || event.pushName !== null || !identity) return event;
      if (identity.kind !== "psid" && identity.kind !== "igsid") return event;
      return isNamed(tenant, identity) ? event : { ...event, pushName: await nameOf(identity) };
    }),
  );
}

function isNamed(tenant: Tenant, identity: NetworkIdentity): boolean {
  const known = findIdentity(tenant.db, identity);
  return known !== undefined && contactById(tenant.db, known.contactId)?.nameSource !== "phone";
}

async function ask(tenant: Tenant, connectionId: number, identity: NetworkIdentity): Promise<string | null> {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  if (!account || token === null) return null;
  let cancel = () => {};
  const late = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS);
    cancel = () => clearTimeout(timer);
  });
  const asked = profileOf(createGraph(tenant.installation), account, token, identity.value);
  const profile = await Promise.race([asked.catch(() => null), late]).finally(() => cancel());
  return profile?.name ?? null;
}
