import type { InboundEvent, NetworkIdentity } from "#channels/connections/provider.ts";
import { InboxPort } from "#channels/connections/provider-port.ts";
import { contactById, findIdentity } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type MetaRoute, metaAccountOf, tokenOf } from "./accounts.ts";
import { createGraph } from "./graph.ts";
import { profileOf } from "./profile.ts";

/** How long the first message of somebody waits for their name, ms; later it comes with their next one. */
const PATIENCE_MS = 2000;

/** Somebody writes for the first time: the calls of Meta name people by an id only. */
export function isUnnamed(tenant: Tenant, event: InboundEvent): boolean {
  const [identity] = event.chat;
  if (event.kind !== "message" || event.fromMe || event.pushName !== null || !identity) return false;
  return (identity.kind === "psid" || identity.kind === "igsid") && !isNamed(tenant, identity);
}

const asking = new WeakMap<Installation, Set<Promise<void>>>();
const askingOf = (installation: Installation): Set<Promise<void>> => {
  const known = asking.get(installation) ?? new Set();
  asking.set(installation, known);
  return known;
};

/**
 * Stores events of people who write for the first time, and asks for their names behind that; their chats wait for it.
 * After a crash they go without names. Throws when they cannot be stored.
 */
export async function storeThenName(
  tenant: Tenant,
  route: MetaRoute,
  events: readonly InboundEvent[],
): Promise<void> {
  const inbox = tenant.installation.ports.use(InboxPort);
  const heldUntil = tenant.clock.now() + PATIENCE_MS;
  await inbox.store(tenant, route.connectionId, events, { heldUntil });
  const underWay = askingOf(tenant.installation);
  const named = nameSenders(tenant, route, events)
    .then((known) => inbox.release(tenant, route.connectionId, known))
    .catch((error: unknown) => tenant.log.warn({ err: error }, "names of new people not stored"))
    .finally(() => underWay.delete(named));
  underWay.add(named);
}

/** Resolves when the names that are being asked for are stored. */
export async function namesStored(installation: Installation): Promise<void> {
  const underWay = askingOf(installation);
  while (underWay.size > 0) await Promise.all(underWay);
}

/**
 * Fills in the names of those people, so that the first greeting knows them. A refused profile, or one that takes too
 * long, leaves them without (`Contato {last 4}`).
 */
async function nameSenders(
  tenant: Tenant,
  { connectionId }: MetaRoute,
  events: readonly InboundEvent[],
): Promise<readonly InboundEvent[]> {
  const asked = new Map<string, Promise<string | null>>();
  const nameOf = (identity: NetworkIdentity): Promise<string | null> => {
    const known = asked.get(identity.value) ?? ask(tenant, connectionId, identity);
    asked.set(identity.value, known);
    return known;
  };
  return Promise.all(
    events.map(async (event) => {
      const [identity] = event.chat;
      if (event.kind !== "message" || !identity || !isUnnamed(tenant, event)) return event;
      return { ...event, pushName: await nameOf(identity) };
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
