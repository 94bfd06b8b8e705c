import { and, eq } from "drizzle-orm";
import * as v from "valibot";
import { phoneBookOfDefault } from "#channels/connections/index.ts";
import {
  freeDiskBytes,
  type IncomingFile,
  mediaStoreOf,
  storageFull,
  withDiskReserve,
} from "#channels/media/index.ts";
import {
  type ColumnRole,
  ImportFields,
  MAX_FILE_BYTES,
  MAX_ROWS,
} from "#outreach/contact-imports/contract.ts";
import { noNumberColumn, notASheet, sheetTooLarge, tooManyRows } from "#outreach/contact-imports/errors.ts";
import { ImportChanged } from "#outreach/contact-imports/events.ts";
import { IMPORT_JOB } from "#outreach/contact-imports/job-names.ts";
import { importById } from "#outreach/contact-imports/queries.ts";
import { contactImport } from "#outreach/contact-imports/schema.ts";
import { readSheetInSubprocess } from "#outreach/contact-imports/sheet/sheet-process.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { columnRoles, isPossible } from "./columns.ts";
import { releaseImport, reserveImport } from "./import-job.ts";
import { newRowsFile } from "./rows-file.ts";

const UPLOAD = { maxFiles: 1, maxFileBytes: MAX_FILE_BYTES, maxFields: 4, maxFieldBytes: 4096 };
const REFUSALS = { type: notASheet, rows: tooManyRows, size: sheetTooLarge, full: storageFull } as const;
const PHONE_COLUMNS = ["Nome", "Número"];

/** An import whose rows were written to its file. */
interface Ready {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnRole[];
  readonly countryCode: string;
  readonly total: number;
}

/**
 * `POST /contacts/import`, for every user: imports a file (xls, xlsx, csv), or without one the phone book of the
 * default connection. With `contactListId`, a file is imported into that list; the phone book is not. The file is
 * read here; the job processes its rows. `dryRun` writes nothing. Throws 409 ERR_IMPORT_RUNNING, 413
 * ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE, 400 ERR_IMPORT_COLUMNS, 400 ERR_VALIDATION, 400 ERR_NO_DEF_WAPP_FOUND, 400
 * ERR_WAPP_NOT_INITIALIZED, 507 ERR_STORAGE_FULL.
 */
export async function beginImport(
  ctx: UserCtx,
  request: Request,
  dryRun: boolean,
  contactListId: number | null,
): Promise<{ importId: number }> {
  const { tenant } = ctx;
  const hasFile = /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
  if (contactListId !== null && !hasFile) throw invalidFields({ file: "required" });
  const importId = reserveImport(ctx, { source: hasFile ? "file" : "phone", dryRun, contactListId });
  const letGo = tenant.keepOpen();
  try {
    const ready = hasFile ? await fromFile(tenant, importId, request) : await fromPhone(tenant, importId);
    begin(tenant, importId, contactListId === null ? ready : forList(ready));
    return { importId };
  } catch (error) {
    await releaseImport(tenant, importId);
    throw error;
  } finally {
    letGo();
  }
}

/** Keeps the columns that items of a list have: name, number and e-mail. */
const forList = (ready: Ready): Ready => ({
  ...ready,
  mapping: ready.mapping.map((role) => (role === "extra" ? "ignore" : role)),
});

/**
 * Starts the import. Fails when the upload was so slow that the job released its reservation, because another import
 * may be running by then.
 */
function begin(tenant: Tenant, importId: number, ready: Ready): void {
  tenant.write((unit) => {
    const begun = unit.db
      .update(contactImport)
      .set({ ...ready, state: "running", startedAt: unit.now })
      .where(and(eq(contactImport.id, importId), eq(contactImport.state, "reading")))
      .returning({ id: contactImport.id })
      .get();
    if (!begun) throw invalidFields({ file: "invalid" });
    unit.scheduleWake(IMPORT_JOB, unit.now);
    unit.emit(ImportChanged, { importId });
  });
}

async function fromFile(tenant: Tenant, importId: number, request: Request): Promise<Ready> {
  const store = withDiskReserve(tenant.installation, mediaStoreOf(tenant));
  const { files, fields } = await readUpload(request, UPLOAD, store);
  const [upload] = files;
  if (!upload) {
    if (importById(tenant.db, importId)?.contactListId) throw invalidFields({ file: "required" });
    return fromPhone(tenant, importId);
  }
  try {
    return await fromSheet(tenant, importId, upload, fields);
  } finally {
    await store.discard(upload.file);
  }
}

async function fromSheet(
  tenant: Tenant,
  importId: number,
  upload: { readonly fileName: string; readonly file: Pick<IncomingFile, "path"> },
  given: ReadonlyMap<string, string>,
): Promise<Ready> {
  const fields = fieldsOf(given);
  if (!/\.(xlsx?|csv|txt)$/i.test(upload.fileName)) throw notASheet();
  const output = await newRowsFile(tenant, importId);
  const room = Math.max(0, freeDiskBytes(tenant.installation));
  const sheet = await readSheetInSubprocess(upload.file.path, output, room);
  if ("refused" in sheet) throw REFUSALS[sheet.refused]();
  const { columns } = sheet;
  const mapping = fields.mapping
    ? columns.map((_, at) => fields.mapping?.[at] ?? "ignore")
    : columnRoles(columns);
  if (!isPossible(mapping)) throw invalidFields({ mapping: "invalid" });
  if (!mapping.includes("number")) throw noNumberColumn(columns, sheet.first);
  return {
    fileName: upload.fileName.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").slice(-120),
    columns,
    mapping,
    countryCode: fields.countryCode,
    total: sheet.rows,
  };
}

function fieldsOf(given: ReadonlyMap<string, string>): ImportFields {
  const result = v.safeParse(ImportFields, Object.fromEntries(given));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalidFields({ [String(issue.path?.[0]?.key ?? "mapping")]: "invalid" });
}

/** Reads the phone book. Groups are not people, and an entry without a number cannot be matched: both are skipped. */
async function fromPhone(tenant: Tenant, importId: number): Promise<Ready> {
  const people = (await phoneBookOfDefault(tenant)).slice(0, MAX_ROWS);
  const lines = [[1, ...PHONE_COLUMNS], ...people.map(({ name, number }, at) => [at + 2, name, number])];
  const path = await newRowsFile(tenant, importId);
  await Bun.write(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`, { mode: 0o600 });
  return {
    fileName: "",
    columns: PHONE_COLUMNS,
    mapping: ["name", "number"],
    countryCode: "",
    total: people.length,
  };
}
