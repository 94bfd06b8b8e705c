import type { InboundEvent, NetworkIdentity } from "#channels/connections/provider.ts";
import { InboxPort } from "#channels/connections/provider-port.ts";
import { contactById, findIdentity } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type MetaRoute, metaAccountOf, tokenOf } from "./accounts.ts";
import { createGraph } from "./graph.ts";
import { profileOf } from "./profile.ts";

/** Maximum wait in ms of a person's first message for their name; a later name arrives with their next message. */
const NAME_TIMEOUT_MS = 2000;

/** True for the first message of a person: webhooks of Meta identify people by an id only. */
export function needsSenderName(tenant: Tenant, event: InboundEvent): boolean {
  const [identity] = event.chat;
  if (event.kind !== "message" || event.fromMe || event.pushName !== null || !identity) return false;
  return (identity.kind === "psid" || identity.kind === "igsid") && !isNamed(tenant, identity);
}

const pending = new WeakMap<Installation, Set<Promise<void>>>();
const pendingOf = (installation: Installation): Set<Promise<void>> => {
  const known = pending.get(installation) ?? new Set();
  pending.set(installation, known);
  return known;
};

/**
 * Stores the events, then fetches the names of new people; their chats wait for the names. After a crash the events
 * are processed without names. Throws when they cannot be stored.
 */
export async function storeAndFetchNames(
  tenant: Tenant,
  route: MetaRoute,
  events: readonly InboundEvent[],
): Promise<void> {
  const inbox = tenant.installation.ports.use(InboxPort);
  const heldUntil = tenant.clock.now() + NAME_TIMEOUT_MS;
  await inbox.store(tenant, route.connectionId, events, { heldUntil });
  const running = pendingOf(tenant.installation);
  const named = withSenderNames(tenant, route, events)
    .then((known) => inbox.release(tenant, route.connectionId, known))
    .catch((error: unknown) =>
      tenant.log.warn({ connection: route.connectionId, err: error }, "names of new contacts not stored"),
    )
    .finally(() => running.delete(named));
  running.add(named);
}

/** Resolves when the names that are being requested are stored. */
export async function pendingNames(installation: Installation): Promise<void> {
  const running = pendingOf(installation);
  while (running.size > 0) await Promise.all(running);
}

/**
 * Adds the names of the senders, so that the first greeting can use them. A refused or slow profile leaves the event
 * without a name (`Contato {last 6}`).
 */
async function withSenderNames(
  tenant: Tenant,
  { connectionId }: MetaRoute,
  events: readonly InboundEvent[],
): Promise<readonly InboundEvent[]> {
  const asked = new Map<string, Promise<string | null>>();
  const nameOf = (identity: NetworkIdentity): Promise<string | null> => {
    const known = asked.get(identity.value) ?? fetchName(tenant, connectionId, identity);
    asked.set(identity.value, known);
    return known;
  };
  return Promise.all(
    events.map(async (event) => {
      const [identity] = event.chat;
      if (event.kind !== "message" || !identity || !needsSenderName(tenant, event)) return event;
      return { ...event, pushName: await nameOf(identity) };
    }),
  );
}

function isNamed(tenant: Tenant, identity: NetworkIdentity): boolean {
  const known = findIdentity(tenant.db, identity);
  return known !== undefined && contactById(tenant.db, known.contactId)?.nameSource !== "phone";
}

async function fetchName(
  tenant: Tenant,
  connectionId: number,
  identity: NetworkIdentity,
): Promise<string | null> {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  if (!account || token === null) return null;
  let cancel = () => {};
  const late = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), NAME_TIMEOUT_MS);
    cancel = () => clearTimeout(timer);
  });
  const asked = profileOf(createGraph(tenant.installation), account, token, identity.value);
  const profile = await Promise.race([asked.catch(() => null), late]).finally(() => cancel());
  return profile?.name ?? null;
}
