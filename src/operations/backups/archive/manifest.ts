import * as v from "valibot";
import { BackupError } from "./errors.ts";

/** Version of the layout; newer versions are rejected. */
export const FORMAT = 1;

/** A count or a number of bytes. */
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** A file of an archive: its name, and size and hash of its uncompressed content. */
const ArchiveFile = v.object({ name: Text(400), size: Amount, sha256: Text(64) });
export type ArchiveFile = v.InferOutput<typeof ArchiveFile>;

/** One line of `media.jsonl`; throws BackupError for an invalid line. */
export function readFileLine(line: string): ArchiveFile {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ArchiveFile), line);
  if (!parsed.success) throw new BackupError("media.jsonl cannot be read");
  return parsed.output;
}

/** A row of a table. */
const Row = v.record(Text(64), v.union([Text(100_000), v.number(), v.null()]));
export type Row = v.InferOutput<typeof Row>;

const Database = v.object({
  /** The last migration. */
  schema: Text(200),
  /** Rows by table. */
  counts: v.record(Text(200), Amount),
});
const WrappedKey = v.object({ salt: Text(1000), cost: Amount, sealed: Text(1000) });
const head = {
  format: v.number(),
  /** Version of the product that made the archive. */
  product: Text(100),
  madeAt: v.pipe(Text(40), v.isoTimestamp()),
  /** Fingerprint of the key that encrypts the archive's secrets. */
  key: v.string(),
  /** The key of the archive's secrets, encrypted with a passphrase. */
  wrappedKey: v.nullable(WrappedKey),
};

/** Content of an archive of one company. */
export const CompanyManifest = v.object({
  ...head,
  company: Row,
  plan: Row,
  /** Scheduled wake-ups. */
  due: v.array(v.object({ job: Text(100), at: v.number() })),
  database: Database,
  files: v.array(ArchiveFile),
  media: v.object({ files: Amount, bytes: Amount }),
});
export type CompanyManifest = v.InferOutput<typeof CompanyManifest>;

/** Outcome of one company. */
const CompanyOutcome = v.object({
  id: v.number(),
  name: v.string(),
  /** Why the company is not in this backup; null = it is. */
  error: v.nullable(v.string()),
  bytes: v.number(),
  /** Why media of the company are not in this backup; absent = all are. */
  leftOut: v.optional(v.object({ missing: Amount, away: Amount, reason: v.nullable(v.string()) })),
});
export type CompanyOutcome = v.InferOutput<typeof CompanyOutcome>;

/** Content of a backup of the installation; written last, so that an incomplete backup has none and does not count. */
export const RunManifest = v.object({
  ...head,
  stamp: v.string(),
  /** Null = a backup of companies only. */
  system: v.nullable(v.object({ file: ArchiveFile, database: Database })),
  companies: v.array(CompanyOutcome),
  /** Pictures of announcements. */
  pictures: v.array(ArchiveFile),
});
export type RunManifest = v.InferOutput<typeof RunManifest>;

/** Reads a manifest; throws BackupError when it is invalid or of a newer release. */
export function readManifest<S extends typeof CompanyManifest | typeof RunManifest>(
  schema: S,
  text: string,
): v.InferOutput<S> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new BackupError("manifest.json cannot be read");
  }
  const format = v.safeParse(v.object({ format: v.number(), product: v.string() }), raw);
  if (format.success && format.output.format > FORMAT)
    throw new BackupError(
      `made by a newer program (${format.output.product}); use that one or a later one`,
      "newer",
    );
  const parsed = v.safeParse(schema, raw);
  if (!parsed.success) throw new BackupError("manifest.json is not that of a Balcão archive", "not-archive");
  return parsed.output;
}
