import { existsSync } from "node:fs";
import { requireReader } from "#inbox/reports/errors.ts";
import { notFound } from "#platform/errors.ts";
import { download } from "#platform/http/download.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { pathOf } from "./paths.ts";
import { ownFile } from "./queries.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
const NAMES = {
  attendances: "atendimentos",
  resolutions: "motivos",
  ratings: "satisfacao",
  work: "jornada",
} as const;

/**
 * `GET /reports/files/{id}`: its user downloads a finished file, as long as they read reports. Throws 403
 * ERR_NO_PERMISSION, 404 ERR_NOT_FOUND.
 */
export function downloadFile(ctx: UserCtx, id: number): Response {
  requireReader(ctx.actor);
  const file = ownFile(ctx, id);
  const path = pathOf(ctx.tenant, file);
  if (file.state !== "done" || !existsSync(path)) throw notFound();
  const { kind, format, filter } = file;
  return download(
    {
      fileName: `${NAMES[kind]}-${filter.date_from}-${filter.date_to}.${format}`,
      mimeType: TYPES[format],
    },
    ctx.tenant,
    Bun.file(path).stream(),
    ctx.tenant.keepOpen(),
  );
}
