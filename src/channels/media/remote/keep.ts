import { rm } from "node:fs/promises";
import { mediaUnavailable } from "#channels/media/errors.ts";
import type { MediaStore } from "#channels/media/storage/store.ts";
import { type RemoteMedia, RemoteMediaAway } from "#platform/remote-media.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * The store of a company whose media are also in a bucket. `adopt` resolves only after the file is in the bucket, so no
 * row ever names a file that is not stored there. When the bucket does not respond, `adopt` throws 503
 * ERR_MEDIA_UNAVAILABLE and leaves no file.
 */
export function uploadingStore(store: MediaStore, media: RemoteMedia, companyId: number): MediaStore {
  return {
    ...store,
    async adopt(file, extension, nowMs) {
      const stored = await store.adopt(file, extension, nowMs);
      try {
        await media.upload(companyId, stored.sha256, stored.path);
        return stored;
      } catch (error) {
        await rm(stored.path, { force: true });
        throw asUnavailable(error);
      }
    },
  };
}

/**
 * Stores a file that a driver wrote into the media directory, before the row that names it. Undefined when media are only in the
 * data directory. Throws 503 ERR_MEDIA_UNAVAILABLE.
 */
export const keepMedia = (
  { id, installation: { media } }: Tenant,
  file: { readonly sha256: string; readonly path: string },
): Promise<void> | undefined =>
  media?.upload(id, file.sha256, file.path).catch((error: unknown) => {
    throw asUnavailable(error);
  });

const asUnavailable = (error: unknown): unknown =>
  error instanceof RemoteMediaAway ? mediaUnavailable() : error;
