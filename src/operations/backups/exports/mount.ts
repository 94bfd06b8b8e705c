import { auditCompany } from "#accounts/audit/index.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { findSuperUser, type SuperUser } from "#accounts/users/index.ts";
import { serveFile } from "#channels/media/index.ts";
import { cellOfRow } from "#platform/cells.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { queryOne } from "#platform/db/query.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readCompany } from "#tenants/company-rows.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./mount.sql.ts";
import { type ExportRow, exportById, exportFile } from "./rows.ts";

/** Prefix of export URLs. */
const EXPORT_PREFIX = "/exports/";
/** Validity of a URL, ms. */
const VALID_MS = 60 * 60_000;

/** The export of a URL and the user it was issued to. */
interface ExportLink {
  readonly exportId: number;
  readonly userId: number;
}

const signed = (secrets: Pick<Secrets, "sign">, { exportId, userId }: ExportLink, expires: number) =>
  secrets.sign("export", `${exportId}?u=${userId}&e=${expires}`);

/**
 * URL of the file of an export, valid for an hour and without a login, so that a download manager can fetch it. It contains
 * the user it was issued to, whom the audit trail names for each download.
 */
export function signExport(secrets: Secrets, link: ExportLink, nowMs: number): string {
  const expires = Math.floor((nowMs + VALID_MS) / 1000);
  const { exportId, userId } = link;
  return `${EXPORT_PREFIX}${exportId}?u=${userId}&e=${expires}&s=${signed(secrets, link, expires)}`;
}

/** The export of a URL and its issue time, ms; null when the URL was altered or has expired. */
function verifyExport(
  secrets: Pick<Secrets, "sign">,
  url: string,
  nowMs: number,
): (ExportLink & { readonly givenAt: number }) | null {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, id] = /^\/exports\/([1-9]\d{0,14})$/.exec(pathname) ?? [];
  const [user, expires] = [searchParams.get("u") ?? "", searchParams.get("e") ?? ""];
  if (!id || !/^[1-9]\d{0,14}$/.test(user) || !/^\d{1,12}$/.test(expires)) return null;
  const endsAt = Number(expires) * 1000;
  if (endsAt <= nowMs) return null;
  const link = { exportId: Number(id), userId: Number(user) };
  const isRight = equalSecrets(signed(secrets, link, Number(expires)), searchParams.get("s") ?? "");
  return isRight ? { ...link, givenAt: endsAt - VALID_MS } : null;
}

/** The user a URL was issued to; null when that user has lost the permission. */
function holderOf({ tenants }: Installation, userId: number): SuperUser | null {
  if (!tenants.exists(PROVIDER_ID)) return null;
  return findSuperUser(tenants.open(PROVIDER_ID), userId) ?? null;
}

/** `GET /exports/{id}?u=…&e=…&s=…`: the file of an export by its signature; supports resuming a download. */
export const exportMount: Mount = {
  prefix: EXPORT_PREFIX,
  cell: {
    by: "cell",
    of({ request, secrets, nowMs }) {
      const link = verifyExport(secrets, request.url, nowMs);
      return link && cellOfRow(link.exportId);
    },
  },
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
      auditDownload(installation, row, name, holder, ip);
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
function auditDownload(
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
