import type { Tenant } from "#tenants/tenant.ts";
import { mediaStoreOf } from "./files.ts";
import { hasRoom, requireRoom, warnFull } from "./room.ts";
import type { IncomingFile, MediaStore } from "./store.ts";

/** Bytes of uploads that are coming in right now. */
const incomingOf = (tenant: Tenant): { bytes: number } =>
  tenant.cached("media-incoming", () => ({ bytes: 0 }));

/**
 * The store for files people send: it refuses while they come in, so that nobody fills the disk with what will not be
 * kept. Several uploads at once count together. `receive` throws 409 ERR_MEDIA_QUOTA, 507 ERR_STORAGE_FULL.
 */
export function uploadsOf(tenant: Tenant): Pick<MediaStore, "receive" | "discard" | "adopt" | "remove"> {
  const store = mediaStoreOf(tenant);
  return { ...store, receive: (stream, onBytes) => receive(tenant, store, stream, onBytes) };
}

async function receive(
  tenant: Tenant,
  store: MediaStore,
  stream: AsyncIterable<Uint8Array>,
  onBytes?: (total: number) => void,
): Promise<IncomingFile> {
  const incoming = incomingOf(tenant);
  let counted = 0;
  const countTo = (total: number) => {
    incoming.bytes += total - counted;
    counted = total;
  };
  try {
    return await store.receive(stream, (total) => {
      countTo(total);
      if (!hasRoom(tenant, incoming.bytes)) {
        // Whoever goes too far leaves at once, so that the others go on: together they fill what there is.
        const wanted = incoming.bytes;
        countTo(0);
        tenant.write(warnFull);
        requireRoom(tenant, wanted);
      }
      onBytes?.(total);
    });
  } finally {
    countTo(0);
  }
}
