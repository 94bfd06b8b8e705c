import { serveFile } from "#media/index.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readCompany } from "#tenants/company-rows.ts";
import type { Mount } from "#tenants/feature.ts";
import { EXPORT_PREFIX, verifyExport } from "./links.ts";
import { exportById, exportFile } from "./rows.ts";

/** `GET /exports/{id}?e=…&s=…`: the file of an export by its signature; a download that broke off goes on. */
export const exportMount: Mount = {
  prefix: EXPORT_PREFIX,
  async handle(installation, request) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError(405, "ERR_NOT_FOUND");
    const { secrets, clock, system } = installation;
    const id = verifyExport(secrets, request.url, clock.now());
    const row = id === null ? undefined : exportById(system, id);
    if (row?.state !== "done" || row.expiresAt === null || row.expiresAt <= clock.now()) throw notFound();
    const name = readCompany(system, row.companyId)?.name ?? String(row.companyId);
    const answer = await serveFile(request, {
      path: exportFile(installation, row.id),
      mimeType: "application/x-tar",
      fileName: `${name} ${new Date(row.startedAt).toISOString().slice(0, 10)}.tar`,
      sha256: secrets.sign("export-tag", String(row.id)),
    });
    if (!answer) throw notFound();
    answer.headers.set("cache-control", "no-store");
    return answer;
  },
};
