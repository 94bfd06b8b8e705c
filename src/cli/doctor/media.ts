import { requireConditionalWrites } from "#cluster/archive/objects.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { MAX_STORE_BYTES, NEARLY_FULL, natsObjects } from "#cluster/media/nats-objects.ts";
import { mediaBucketOf } from "#cluster/media/open-media.ts";
import type { Config } from "#config.ts";
import { newUuid } from "#platform/ids.ts";
import { type Finding, findingsOf } from "./finding.ts";

const finding = findingsOf("media");

/** The bucket of media: whether it responds, allows what is needed, and honours conditional writes. */
export async function examineMediaBucket(config: Config): Promise<readonly Finding[]> {
  try {
    const bucket = mediaBucketOf(config);
    if (!bucket) return [];
    await requireConditionalWrites(bucket, `doctor-${newUuid()}`);
    await bucket.folders("");
    return [];
  } catch (error) {
    return [
      finding(
        "error",
        (error as Error).message,
        "uploads are refused and received files wait until the bucket responds",
      ),
    ];
  }
}

/** The room of the object store in NATS, where no bucket is set. */
export async function examineMediaStore(nats: Nats, config: Config): Promise<readonly Finding[]> {
  if (config.mediaBucket !== null) return [];
  try {
    const { bytes, maxBytes } = await natsObjects(nats, config.clusterCell, { mayCreate: false }).room();
    const size = (count: number) => `${(count / 1e9).toFixed(1)} GB`;
    if (bytes > NEARLY_FULL * maxBytes)
      return [
        finding(
          "error",
          `media fill ${size(bytes)} of ${size(maxBytes)} in NATS; with a full store uploads are refused`,
          "set MEDIA_S3_BUCKET, or give the NATS servers more room",
        ),
      ];
    return [
      finding(
        maxBytes < MAX_STORE_BYTES / 5 ? "warning" : "info",
        `media are in the object store of NATS, which keeps at most ${size(maxBytes)}`,
        "set MEDIA_S3_BUCKET for more",
      ),
    ];
  } catch (error) {
    const what = (error as Error).message;
    if (what.includes("object store not found"))
      return [
        finding("info", "no file is stored in NATS yet", "the owner creates the store with the first file"),
      ];
    return [finding("warning", what, "uploads are refused until the NATS servers respond and have room")];
  }
}
