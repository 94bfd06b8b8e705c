import * as v from "valibot";
import { httpUrl, onOff, path, type Setting, text, wholeNumber } from "./kinds.ts";

/** When backups run and where they are stored. */
export const backups = {
  BACKUP_NIGHTLY: {
    key: "backupNightly",
    fallback: "on",
    schema: onOff,
    doc: "A backup every night at 02:00 in the time zone of the server.",
  },
  BACKUP_DIR: {
    key: "backupDir",
    fallback: null,
    schema: path,
    doc: "Folder of the backups; `DATA_DIR/backups` without it. A folder on another disk survives the loss of this one.",
  },
  BACKUP_KEEP: {
    key: "backupKeep",
    fallback: "14",
    schema: wholeNumber(0, 10_000),
    doc: "Backups to keep; the last good one of every company is always kept. 0 keeps all.",
  },
  BACKUP_PASSPHRASE: {
    key: "backupPassphrase",
    fallback: null,
    schema: v.pipe(v.string(), v.minLength(12, "must have at least 12 characters")),
    secret: true,
    doc: "Puts the installation key, sealed with this, into the backups; without it keep `secret.key` in another safe place.",
  },
  BACKUP_S3_BUCKET: {
    key: "backupBucket",
    fallback: null,
    schema: text,
    doc: "Backups go into this bucket of an S3-compatible storage instead of a folder.",
  },
  BACKUP_S3_ENDPOINT: {
    key: "backupEndpoint",
    fallback: null,
    schema: httpUrl,
    doc: "Address of that storage; AWS without it.",
  },
  BACKUP_S3_REGION: { key: "backupRegion", fallback: null, schema: text, doc: "Region of the bucket." },
  BACKUP_S3_PREFIX: {
    key: "backupPrefix",
    fallback: "balcao/",
    schema: v.pipe(
      v.string(),
      v.transform((value) => `${value.replace(/^\/+|\/+$/g, "")}/`.replace(/^\/$/, "")),
    ),
    doc: "What the names in the bucket begin with; one for each installation. Other cells than 1 append `cell-2/`.",
  },
  BACKUP_S3_ACCESS_KEY: {
    key: "backupAccessKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Access key of the bucket.",
  },
  BACKUP_S3_SECRET_KEY: {
    key: "backupSecretKey",
    fallback: null,
    schema: text,
    secret: true,
    doc: "Secret key of the bucket.",
  },
} as const satisfies Record<string, Setting>;
