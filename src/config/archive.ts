import * as v from "valibot";
import { httpUrl, path, type Setting, text, wholeNumber } from "./kinds.ts";

/** The continuous archive: where every change is stored, and for how long. */
export const archive = {
  ARCHIVE_DIR: {
    key: "archiveDir",
    fallback: null,
    schema: path,
    doc: "Folder of the continuous archive, on another machine or disk. Without it and `ARCHIVE_S3_BUCKET` there is no archive.",
  },
  ARCHIVE_S3_BUCKET: {
    key: "archiveBucket",
    fallback: null,
    schema: text,
    doc: "The continuous archive goes into this bucket of an S3-compatible storage that honours `If-None-Match`.",
  },
  ARCHIVE_S3_ENDPOINT: {
    key: "archiveEndpoint",
    fallback: null,
    schema: httpUrl,
    doc: "Address of that storage; AWS without it.",
  },
  ARCHIVE_S3_REGION: { key: "archiveRegion", fallback: null, schema: text, doc: "Region of the bucket." },
  ARCHIVE_S3_PREFIX: {
    key: "archivePrefix",
    fallback: "balcao-archive/",
    schema: v.pipe(
      v.string(),
      v.transform((value) => `${value.replace(/^\/+|\/+$/g, "")}/`.replace(/^\/$/, "")),
    ),
    doc: "What the names in the bucket begin with; one for each installation.",
  },
  ARCHIVE_S3_ACCESS_KEY: {
    key: "archiveAccessKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Access key of the bucket.",
  },
  ARCHIVE_S3_SECRET_KEY: {
    key: "archiveSecretKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Secret key of the bucket.",
  },
  ARCHIVE_DAYS: {
    key: "archiveDays",
    fallback: "14",
    schema: wholeNumber(1, 365),
    doc: "A restore reaches every second of this many days.",
  },
  ARCHIVE_SNAPSHOT_HOURS: {
    key: "archiveSnapshotHours",
    fallback: "6",
    schema: wholeNumber(1, 168),
    doc: "Hours between snapshots: a restore applies at most the changes of this time.",
  },
  ARCHIVE_SPOOL_MAX_GB: {
    key: "archiveSpoolMaxGb",
    fallback: "5",
    schema: wholeNumber(1, 1000),
    doc: "Disk space for changes that wait while the storage does not respond; beyond it they are dropped and a new snapshot follows.",
  },
} as const satisfies Record<string, Setting>;
