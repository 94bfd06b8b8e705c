import * as v from "valibot";
import { httpUrl, type Setting, text, wholeNumber } from "./kinds.ts";

/** Where media are stored so that they survive the loss of this machine: docs/cluster.md. */
export const media = {
  MEDIA_S3_BUCKET: {
    key: "mediaBucket",
    fallback: null,
    schema: text,
    doc: "Media (pictures, recordings, documents) go into this bucket of an S3-compatible storage that honours `If-None-Match`. Without it they are in `DATA_DIR` alone, and in a cluster in the object store of NATS (at most 50 GB).",
  },
  MEDIA_S3_ENDPOINT: {
    key: "mediaEndpoint",
    fallback: null,
    schema: httpUrl,
    doc: "Address of that storage; AWS without it.",
  },
  MEDIA_S3_REGION: { key: "mediaRegion", fallback: null, schema: text, doc: "Region of the bucket." },
  MEDIA_S3_PREFIX: {
    key: "mediaPrefix",
    fallback: "balcao-media/",
    schema: v.pipe(
      v.string(),
      v.transform((value) => `${value.replace(/^\/+|\/+$/g, "")}/`.replace(/^\/$/, "")),
    ),
    doc: "What the names in the bucket begin with; one for each installation.",
  },
  MEDIA_S3_ACCESS_KEY: {
    key: "mediaAccessKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Access key of the bucket.",
  },
  MEDIA_S3_SECRET_KEY: {
    key: "mediaSecretKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Secret key of the bucket.",
  },
  MEDIA_CACHE_GB: {
    key: "mediaCacheGb",
    fallback: "20",
    schema: wholeNumber(1, 100_000),
    doc: "With a bucket or a cluster: largest size of the media on this machine. Older ones beyond it are removed here and fetched again when they are opened.",
  },
} as const satisfies Record<string, Setting>;
