import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";

/** In the data directory, once all its media were stored elsewhere. */
export const STORED_MARK = "media-stored";
const EVERY_MS = 24 * 60 * 60_000;

export interface StandbyMediaOptions {
  readonly dataDirectory: string;
  readonly media: Pick<RemoteMedia, "keepMs"> | null;
  /** Wall time. */
  readonly clock: Clock;
  readonly journal: Log;
}

/**
 * Removes old media from a standby, now and every day. It is not notified of deletions, so a file that was erased must not outlive its object
 * here (docs/rules/cluster.md#media). Returns the function that ends it.
 */
export function pruneStandbyMedia(options: StandbyMediaOptions): () => void {
  const { clock, journal } = options;
  let isStopped = false;
  let cancel = () => {};
  const run = () => {
    cancel = clock.after(EVERY_MS, run);
    removeOldMedia(options, () => isStopped).then(
      (files) => {
        if (files > 0) journal.info({ files }, "old media removed from this standby");
      },
      (error: unknown) => journal.warn({ err: error }, "old media not removed from this standby"),
    );
  };
  run();
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Removes media older than objects without a row are kept; returns how many. Nothing before all media were stored elsewhere. */
export async function removeOldMedia(
  { dataDirectory, media, clock }: StandbyMediaOptions,
  isStopped = () => false,
): Promise<number> {
  if (!media || !existsSync(join(dataDirectory, STORED_MARK))) return 0;
  const before = clock.now() - media.keepMs;
  let removed = 0;
  const companies = join(dataDirectory, "companies");
  for (const company of await readdir(companies).catch(() => []))
    for (const entry of await readdir(join(companies, company, "media"), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])) {
      if (isStopped()) return removed;
      const path = join(entry.parentPath, entry.name);
      const found = entry.isFile() ? await stat(path).catch(() => null) : null;
      if (!found || found.mtimeMs >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  return removed;
}
