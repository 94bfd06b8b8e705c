import type { Gauges } from "#platform/metrics.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";

/** The metrics of the storage of media; without one they are 0, so that alerts can name them. */
export function mediaGauges(media: RemoteMedia | null): Gauges {
  const figure = (name: keyof RemoteMedia["figures"]) => () => media?.figures[name] ?? 0;
  return {
    balcao_media_remote: ["1 when media are also stored in a bucket or object store", () => (media ? 1 : 0)],
    balcao_media_uploads: ["Media files stored there since the start", figure("uploads")],
    balcao_media_downloads: ["Media files fetched from there since the start", figure("downloads")],
    balcao_media_failures: ["Requests to it that failed since the start", figure("failures")],
    balcao_media_missing: [
      "Media files with a row that are neither here nor there, counted every night",
      figure("missing"),
    ],
    balcao_media_cache_bytes: ["Media files on this machine, as of the last check", figure("cacheBytes")],
  };
}
