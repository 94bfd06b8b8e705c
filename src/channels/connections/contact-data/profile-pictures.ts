import type { Channel } from "#channels/connections/contract.ts";
import { isSimulated } from "#channels/connections/meta/download.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { findConnection } from "#channels/connections/queries.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import {
  addMediaFile,
  deleteIfUnreferenced,
  examineFile,
  fileColumns,
  hasStorageFor,
  mediaStoreOf,
  removeMediaFile,
} from "#channels/media/index.ts";
import { ContactPictureWanted } from "#people/contacts/events.ts";
import { contactById, storePicture } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { addressVia } from "./address.ts";

/** Pause between two downloads of one connection, ms; long, because pictures are never urgent. */
const GAP_MS = 250;
/** Maximum number of waiting requests; further requests are dropped and repeated with the contact's next message. */
const MAX_WAITING = 500;
const TIME_LIMIT_MS = 15_000;
const MAX_BYTES = 5 * 1024 * 1024;

interface PictureRequest {
  readonly tenant: Tenant;
  readonly contactId: number;
  readonly connectionId: number;
}

/**
 * Downloads requested profile pictures, one at a time per connection, without delaying messages. After a failure the
 * old picture stays (docs/rules/contacts.md#identities).
 */
export function listenForPictures({ bus, ports }: Installation): void {
  const queues = new Map<string, PictureRequest[]>();

  const next = async (name: string, queue: PictureRequest[]) => {
    for (let wanted = queue.shift(); wanted; wanted = queue.shift()) {
      const { tenant } = wanted;
      try {
        await fetchPicture(wanted);
      } catch (error) {
        tenant.log.debug({ contact: wanted.contactId, err: error }, "profile picture not downloaded");
      }
      await new Promise<void>((resolve) => void tenant.clock.after(GAP_MS, resolve));
    }
    queues.delete(name);
  };

  bus.after(ContactPictureWanted, (tenant, { contactId, connectionId }) => {
    if (!ports.use(SessionsPort).find(tenant.id, connectionId)) return;
    const name = `${tenant.id}:${connectionId}`;
    const queue = queues.get(name);
    if (queue && queue.length >= MAX_WAITING) return;
    const wanted = { tenant, contactId, connectionId };
    if (queue) {
      queue.push(wanted);
      return;
    }
    const started = [wanted];
    queues.set(name, started);
    void next(name, started);
  });
}

/** Hosts of the networks' pictures. Any other address could lead into our own network (SSRF). */
const PICTURE_HOSTS = /(^|\.)(whatsapp\.net|fbcdn\.net|fbsbx\.com|cdninstagram\.com)$/;

/** True for an address inside the networks. `simulated`: the network is the simulator, on any host. */
export function mayFetchPicture(address: string, simulated: boolean): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  return simulated || (url.protocol === "https:" && url.port === "" && PICTURE_HOSTS.test(url.hostname));
}

const isSimulatedNetwork = ({ installation: { config } }: Tenant, channel: Channel): boolean =>
  channel === "whatsapp" ? config.whatsappUrl !== null : isSimulated(config.metaGraphUrl);

async function fetchPicture({ tenant, contactId, connectionId }: PictureRequest): Promise<void> {
  const { ports } = tenant.installation;
  const session = ports.use(SessionsPort).find(tenant.id, connectionId);
  const channel = findConnection(tenant.db, connectionId)?.channel;
  const address = channel && addressVia(tenant.db, contactId, connectionId, channel);
  if (!session || !address) return;
  const url = await ports.use(ProviderPort).profilePicture(session.key, address.address);
  if (url === null || !mayFetchPicture(url, isSimulatedNetwork(tenant, channel))) {
    if (url !== null)
      tenant.log.warn(
        { contact: contactId },
        "profile picture not downloaded: its address is not on a host of WhatsApp or Meta",
      );
    return;
  }
  if (!hasStorageFor(tenant, 0)) return;
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (response.ok && response.body) await storeProfilePicture(tenant, contactId, response.body);
}

/**
 * Stores the picture of a contact. Without storage space, or when the file is not an image, the download is
 * discarded.
 */
export async function storeProfilePicture(
  tenant: Tenant,
  contactId: number,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const store = mediaStoreOf(tenant);
  const file = await store.receive(body, (total) => {
    if (total > MAX_BYTES) throw new Error("picture too large");
  });
  let name: string | undefined;
  try {
    const examined = await examineFile(file.path, "foto.jpg");
    if (examined.kind !== "image" || !contactById(tenant.db, contactId)) return;
    const stored = await store.adopt(file, examined.extension, tenant.clock.now());
    name = stored.name;
    tenant.write((unit) => {
      const named = { ...examined, fileName: `foto.${examined.extension}` };
      const id = addMediaFile(unit, fileColumns(stored, named));
      const old = storePicture(unit, contactId, id);
      if (old !== null) removeMediaFile(unit, old);
    });
  } finally {
    await store.discard(file);
    if (name !== undefined) await deleteIfUnreferenced(tenant, name);
  }
}
