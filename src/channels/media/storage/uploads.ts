import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { mediaStoreOf } from "./files.ts";
import { diskHasRoom, planHasRoom, requireDisk, requireRoom, warnFull } from "./quota.ts";
import type { IncomingFile, MediaStore } from "./store.ts";

/** Bytes of uploads that lie on the disk without a row: still coming in, or complete beside others that are. */
interface Incoming {
  bytes: number;
  /** Of files that are complete and not yet adopted or discarded, by their path. */
  readonly complete: Map<string, number>;
}
const incomingOf = (tenant: Tenant): Incoming =>
  tenant.cached("media-incoming", () => ({ bytes: 0, complete: new Map() }));

/**
 * The store for files people send: it refuses while they come in, so that nobody fills the disk with what will not be
 * kept. Several uploads at once count together, and each file until it is adopted or discarded, however slowly the
 * others of its form come. `receive` throws 409 ERR_MEDIA_QUOTA, 507 ERR_STORAGE_FULL.
 */
export function uploadsOf(tenant: Tenant): Pick<MediaStore, "receive" | "discard" | "adopt" | "remove"> {
  const store = mediaStoreOf(tenant);
  return {
    ...store,
    receive: (stream, onBytes) => receive(tenant, store, stream, onBytes),
    adopt(file, extension, nowMs) {
      settle(tenant, file.path);
      return store.adopt(file, extension, nowMs);
    },
    discard(file) {
      settle(tenant, file.path);
      return store.discard(file);
    },
  };
}

/**
 * A store for what comes in without being a file of the company (spreadsheets, pictures of the provider): while it
 * comes, the disk keeps its reserve. `receive` throws 507 ERR_STORAGE_FULL.
 */
export function keepingReserve(installation: Installation, store: MediaStore): MediaStore {
  return {
    ...store,
    receive: (stream, onBytes) =>
      store.receive(stream, (total) => {
        requireDisk(installation, 0);
        onBytes?.(total);
      }),
  };
}

function settle(tenant: Tenant, path: string): void {
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
  // However slowly it comes, the company stays open.
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
      // The disk knows of what lies on it already.
      if (!planHasRoom(tenant, wanted) || !diskHasRoom(tenant.installation, 0)) {
        // Whoever goes too far leaves at once, so that the others go on: together they fill what there is.
        countTo(0);
        tenant.write(warnFull);
        requireRoom(tenant, planHasRoom(tenant, wanted) ? 0 : wanted);
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
