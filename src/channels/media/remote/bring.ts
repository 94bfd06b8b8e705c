import { mkdir, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { mediaMissing, mediaUnavailable } from "#channels/media/errors.ts";
import type { MediaFile } from "#channels/media/schema.ts";
import { mediaStoreOf } from "#channels/media/storage/files.ts";
import { AppError } from "#platform/errors.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Files used within this time are not evicted, ms: a sender may be about to read them. */
export const IN_USE_MS = 60 * 60_000;

/**
 * Makes sure that a stored file is on this machine before it is read (docs/rules/cluster.md#media). Undefined when
 * media are only in the data directory, because there is nothing to fetch then. Throws 404 ERR_MEDIA_MISSING (the file
 * is neither on this machine nor in the storage), 503 ERR_MEDIA_UNAVAILABLE (the storage does not respond).
 */
export function bringMedia(
  tenant: Tenant,
  { path, sha256 }: Pick<MediaFile, "path" | "sha256">,
): Promise<void> | undefined {
  const { media } = tenant.installation;
  if (!media || path === null) return undefined;
  const arriving = tenant.cached("media-arriving", () => new Map<string, Promise<void>>());
  let work = arriving.get(path);
  if (!work) {
    work = bring(tenant, media, mediaStoreOf(tenant).pathOf(path), sha256).finally(() =>
      arriving.delete(path),
    );
    arriving.set(path, work);
  }
  return work;
}

async function bring(tenant: Tenant, media: RemoteMedia, path: string, sha256: string | null): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found) {
    const now = tenant.clock.now();
    if (now - found.mtimeMs > IN_USE_MS / 2)
      await utimes(path, now / 1000, now / 1000).catch(() => undefined);
    return;
  }
  if (sha256 === null) throw mediaMissing();
  const release = tenant.keepOpen();
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (await media.download(tenant.id, sha256, path)) return;
  } catch (error) {
    tenant.log.error(
      { err: error, place: media.place },
      "media file not downloaded: the media storage does not respond",
    );
    throw mediaUnavailable();
  } finally {
    release();
  }
  tenant.log.error(
    { path, place: media.place },
    "media file is neither on this machine nor in its storage: look for it on the machines that owned the cell",
  );
  throw mediaMissing();
}

/** As `bringMedia`, for callers that continue without the file: false when it is not available. */
export const hasMedia = (
  tenant: Tenant,
  file: Pick<MediaFile, "path" | "sha256">,
): Promise<boolean> | undefined =>
  bringMedia(tenant, file)?.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
