import { auditCompany } from "#accounts/audit/index.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { findSuperUser, type SuperUser } from "#accounts/users/index.ts";
import { serveFile } from "#channels/media/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readCompany } from "#tenants/company-rows.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { EXPORT_PREFIX, verifyExport } from "./links.ts";
import * as sql from "./mount.sql.ts";
import { type ExportRow, exportById, exportFile } from "./rows.ts";

/** The user a URL was issued to; null when that user has lost the permission. */
function holderOf({ tenants }: Installation, userId: number): SuperUser | null {
  if (!tenants.exists(PROVIDER_ID)) return null;
  return findSuperUser(tenants.open(PROVIDER_ID), userId) ?? null;
}

/** `GET /exports/{id}?u=…&e=…&s=…`: the file of an export by its signature; supports resuming a download. */
export const exportMount: Mount = {
  prefix: EXPORT_PREFIX,
  async handle(installation, request, { ip }) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    const { secrets, clock, system } = installation;
    const link = verifyExport(secrets, request.url, clock.now());
    const row = link === null ? undefined : exportById(system, link.exportId);
    if (row?.state !== "done" || row.expiresAt === null || row.expiresAt <= clock.now()) throw notFound();
    const holder = link && holderOf(installation, link.userId);
    if (!holder) throw notFound();
    const name = readCompany(system, row.companyId)?.name ?? String(row.companyId);
    const answer = await serveFile(request, {
      path: exportFile(installation, row.id),
      mimeType: "application/x-tar",
      fileName: `${name} ${new Date(row.startedAt).toISOString().slice(0, 10)}.tar`,
      sha256: secrets.sign("export-tag", String(row.id)),
    });
    if (!answer) throw notFound();
    answer.headers.set("cache-control", "no-store");
    if (gives(request, answer) && (isBeginning(answer) || !isTold(installation, row, holder, link.givenAt)))
      tell(installation, row, name, holder, ip);
    return answer;
  },
};

const gives = ({ method }: Request, { status }: Response) =>
  method === "GET" && (status === 200 || status === 206);

/** Whether the download starts at the first byte; a resumed one starts later. */
const isBeginning = ({ headers }: Response): boolean =>
  headers.get("content-range")?.startsWith("bytes 0-") ?? true;

/**
 * Whether the audit trail already has the download that this request resumes. Skipping the first byte therefore does
 * not avoid an entry.
 */
function isTold(
  { system }: Installation,
  { companyId }: ExportRow,
  { id }: SuperUser,
  since: number,
): boolean {
  return queryOne(system, sql.download, { userId: id, companyId: String(companyId), since }) !== undefined;
}

/** Records the download in both audit trails; it is on disk before the first byte is sent. */
function tell(
  { tenants }: Installation,
  { companyId }: ExportRow,
  subject: string,
  { id, name }: SuperUser,
  ip: string,
): void {
  auditCompany(tenants.open(PROVIDER_ID), companyId, {
    who: "person",
    userId: id,
    name,
    kind: "company-export",
    action: "downloaded",
    subjectId: companyId,
    subject,
    ip,
  });
}
