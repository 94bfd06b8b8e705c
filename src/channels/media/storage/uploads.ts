import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { mediaStoreOf } from "./files.ts";
import { diskHasSpace, planHasSpace, requireDisk, requireStorageFor, warnStorageFull } from "./quota.ts";
import type { IncomingFile, MediaStore } from "./store.ts";

/** Bytes of uploads on disk without a row: files still arriving, and complete files whose form is still arriving. */
interface Incoming {
  bytes: number;
  /** Sizes of complete files that are neither adopted nor discarded, by path. */
  readonly complete: Map<string, number>;
}
const incomingOf = (tenant: Tenant): Incoming =>
  tenant.cached("media-incoming", () => ({ bytes: 0, complete: new Map() }));

/**
 * The store for uploads: it refuses them while they arrive, so that files that cannot be kept do not fill the disk.
 * Concurrent uploads count together, and each file counts until it is adopted or discarded, however slowly the other
 * files of its form arrive. `receive` throws 409 ERR_MEDIA_QUOTA, 507 ERR_STORAGE_FULL.
 */
export function uploadStoreOf(tenant: Tenant): Pick<MediaStore, "receive" | "discard" | "adopt" | "remove"> {
  const store = mediaStoreOf(tenant);
  return {
    ...store,
    receive: (stream, onBytes) => receive(tenant, store, stream, onBytes),
    adopt(file, extension, nowMs) {
      uncount(tenant, file.path);
      return store.adopt(file, extension, nowMs);
    },
    discard(file) {
      uncount(tenant, file.path);
      return store.discard(file);
    },
  };
}

/**
 * A store for received files that are not files of a company (spreadsheets, pictures of the provider): only the
 * disk's reserve is protected. `receive` throws 507 ERR_STORAGE_FULL.
 */
export function withDiskReserve(installation: Installation, store: MediaStore): MediaStore {
  return {
    ...store,
    receive: (stream, onBytes) =>
      store.receive(stream, (total) => {
        requireDisk(installation, 0);
        onBytes?.(total);
      }),
  };
}

function uncount(tenant: Tenant, path: string): void {
  const incoming = incomingOf(tenant);
  incoming.bytes -= incoming.complete.get(path) ?? 0;
  incoming.complete.delete(path);
}

async function receive(
  tenant: Tenant,
  store: MediaStore,
  stream: AsyncIterable<Uint8Array>,
  onBytes?: (total: number) => void,
): Promise<IncomingFile> {
  const incoming = incomingOf(tenant);
  // Keeps the company open during a slow upload.
  const release = tenant.keepOpen();
  let counted = 0;
  const countTo = (total: number) => {
    incoming.bytes += total - counted;
    counted = total;
  };
  try {
    const file = await store.receive(stream, (total) => {
      countTo(total);
      const wanted = incoming.bytes;
      // The bytes received so far are on the disk already.
      if (!planHasSpace(tenant, wanted) || !diskHasSpace(tenant.installation, 0)) {
        // An upload that exceeds the limit is no longer counted, so that the others can use all of the space.
        countTo(0);
        tenant.write(warnStorageFull);
        requireStorageFor(tenant, planHasSpace(tenant, wanted) ? 0 : wanted);
      }
      onBytes?.(total);
    });
    incoming.complete.set(file.path, counted);
    counted = 0;
    return file;
  } finally {
    countTo(0);
    release();
  }
}
