import * as v from "valibot";
import { Instant, ShortText } from "#platform/http/contract.ts";

/** Maximum bytes of one piece of an archive: proxies accept 100 MB or less per request. */
export const MAX_PIECE_BYTES = 8 * 1024 * 1024;
/** Maximum bytes of an archive; the disk is usually smaller. */
const MAX_ARCHIVE_BYTES = 2 ** 44;

export const BeginImportBody = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Bytes of the file. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(MAX_ARCHIVE_BYTES)),
});
export type BeginImportBody = v.InferOutput<typeof BeginImportBody>;

/** Offset of the piece in the file: the number of bytes already received. */
export const PieceQuery = v.object({
  at: v.pipe(ShortText, v.regex(/^\d{1,15}$/), v.transform(Number)),
});

export const StartImportBody = v.object({ passphrase: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });

/** Content of an archive, before it is imported. */
export const ArchiveContent = v.object({
  name: v.string(),
  plan: v.string(),
  /** Version of the product that made the archive. */
  product: v.string(),
  madeAt: Instant,
  users: v.number(),
  connections: v.number(),
  contacts: v.number(),
  tickets: v.number(),
  messages: v.number(),
  mediaFiles: v.number(),
  /** Disk space that the company needs, bytes. */
  bytes: v.number(),
});
export type ArchiveContent = v.InferOutput<typeof ArchiveContent>;

/** Result of an import. */
export const ImportReport = v.object({
  companyId: v.number(),
  /** A number is appended when another company already has this name. */
  name: v.string(),
  renamed: v.boolean(),
  /** E-mail addresses that belong to users of other companies here: these users need another one. */
  takenEmails: v.array(v.string()),
  /** Connections whose send API token belongs to another connection here. */
  takenTokens: v.array(v.string()),
  mediaFiles: v.number(),
  /** Files of the manifest that are missing or damaged in the archive. */
  missingFiles: v.number(),
  /** Number of people who were erased here after the archive was made and were erased again. */
  erasedAgain: v.number(),
});
export type ImportReport = v.InferOutput<typeof ImportReport>;

const IMPORT_TROUBLES = [
  "passphrase",
  "not-archive",
  "newer",
  "damaged",
  "altered",
  "interrupted",
  "failed",
] as const;

/** A running or finished import. */
export const CompanyImport = v.object({
  id: v.number(),
  state: v.picklist(["uploading", "looking", "ready", "running", "done", "failed", "cancelled"]),
  fileName: v.string(),
  /** Bytes of the file, and bytes received. */
  size: v.number(),
  received: v.number(),
  content: v.nullable(ArchiveContent),
  /** While running: bytes unpacked, of the total. */
  done: v.number(),
  total: v.number(),
  report: v.nullable(ImportReport),
  /** `passphrase` beside `ready`: the passphrase must be entered again. */
  trouble: v.nullable(v.picklist(IMPORT_TROUBLES)),
  error: v.nullable(v.string()),
  startedAt: Instant,
  finishedAt: v.nullable(Instant),
});
export type CompanyImport = v.InferOutput<typeof CompanyImport>;

export const ImportAnswer = v.object({ import: v.nullable(CompanyImport) });
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;
