import { connectNats, type Nats, natsOptions } from "#cluster/log/jetstream/connection.ts";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import type { Config } from "#config.ts";
import { type RemoteMedia, RemoteMediaAway } from "#platform/remote-media.ts";

/**
 * Runs work that reads media from where they are also stored: the bucket, or the object store of NATS; null = they are on this
 * machine alone. While NATS does not respond, only the downloads fail.
 */
export async function withStoredMedia<T>(
  config: Config,
  work: (media: Pick<RemoteMedia, "download"> | null) => Promise<T>,
): Promise<T> {
  if (config.mediaBucket !== null || config.clusterNatsUrls === null)
    return work(openRemoteMedia({ config, nats: null }));
  let nats: Nats;
  try {
    nats = await connectNats(natsOptions(config, "balcao backup"));
  } catch (error) {
    const away = new RemoteMediaAway((error as Error).message, { cause: error });
    return work({ download: () => Promise.reject(away) });
  }
  try {
    return await work(openRemoteMedia({ config, nats }));
  } finally {
    await nats.close();
  }
}
