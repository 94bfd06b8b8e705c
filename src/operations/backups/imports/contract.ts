import * as v from "valibot";
import { Instant, ShortText } from "#platform/http/contract.ts";

/** Bytes of one piece of an archive at most: proxies in front of the server let 100 MB and often less through. */
export const MAX_PIECE_BYTES = 8 * 1024 * 1024;
/** Bytes of an archive at most; the disk ends before. */
const MAX_ARCHIVE_BYTES = 2 ** 44;

export const BeginImportBody = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Bytes of the file. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(MAX_ARCHIVE_BYTES)),
});
export type BeginImportBody = v.InferOutput<typeof BeginImportBody>;

/** Offset of the piece in the file: after the bytes that have arrived. */
export const PieceQuery = v.object({
  at: v.pipe(ShortText, v.regex(/^\d{1,15}$/), v.transform(Number)),
});

export const StartImportBody = v.object({ passphrase: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });

/** Content of an archive, before it is imported. */
export const ArchiveContent = v.object({
  name: v.string(),
  plan: v.string(),
  /** Version of the product that made it. */
  product: v.string(),
  madeAt: Instant,
  users: v.number(),
  connections: v.number(),
  contacts: v.number(),
  tickets: v.number(),
  messages: v.number(),
  mediaFiles: v.number(),
  /** Room it takes here. */
  bytes: v.number(),
});
export type ArchiveContent = v.InferOutput<typeof ArchiveContent>;

/** What came of an import. */
export const ImportReport = v.object({
  companyId: v.number(),
  /** With a number appended where another company has the name of the archive. */
  name: v.string(),
  renamed: v.boolean(),
  /** E-mails that sign in elsewhere here: these people need another one. */
  takenEmails: v.array(v.string()),
  /** Connections whose token of the send API another one has. */
  takenTokens: v.array(v.string()),
  mediaFiles: v.number(),
  /** Files of the manifest that are missing or damaged in the archive. */
  missingFiles: v.number(),
  /** People erased here after the archive was made, whom it brought back, and who were erased again. */
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

/** A company on its way in. */
export const CompanyImport = v.object({
  id: v.number(),
  state: v.picklist(["uploading", "looking", "ready", "running", "done", "failed", "cancelled"]),
  fileName: v.string(),
  /** Bytes of the file, and those that are here. */
  size: v.number(),
  received: v.number(),
  content: v.nullable(ArchiveContent),
  /** While running: bytes taken out, of how many. */
  done: v.number(),
  total: v.number(),
  report: v.nullable(ImportReport),
  /** `passphrase` beside `ready`: it has to be typed again. */
  trouble: v.nullable(v.picklist(IMPORT_TROUBLES)),
  error: v.nullable(v.string()),
  startedAt: Instant,
  finishedAt: v.nullable(Instant),
});
export type CompanyImport = v.InferOutput<typeof CompanyImport>;

export const ImportAnswer = v.object({ import: v.nullable(CompanyImport) });
