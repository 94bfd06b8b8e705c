import { hashesPrefix } from "#cluster/archive/names.ts";
import { connectNats } from "#cluster/log/jetstream/connection.ts";
import { createNatsObjects } from "#cluster/log/jetstream/objects.ts";
import type { ClusterWorld } from "./cluster-world.ts";

/** Removes the note that hashes were published this week, so that the owner publishes them again within half a minute. */
export async function publishHashesAgain({ nats: { urls } }: ClusterWorld): Promise<void> {
  const nats = await connectNats({ urls, credsFile: null, caFile: null, name: "test" });
  try {
    const store = createNatsObjects(nats, 1);
    for await (const { name } of store.list(hashesPrefix(1))) await store.remove(name);
  } finally {
    await nats.close();
  }
}
