import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { removeFiles } from "./fail.ts";
import { endImport, requireImport } from "./rows.ts";
import { endWork } from "./start.ts";

/**
 * Cancels a running import and deletes its files; a finished one is unchanged. For super users. Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND.
 */
export async function cancelCompanyImport({ tenant, actor }: UserCtx, id: number): Promise<void> {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock, log } = installation;
  requireImport(system, id);
  if (!tenant.writeSystem(() => endImport(system, id, { state: "cancelled", now: clock.now() }))) return;
  log.info({ import: id, by: actor.id }, "import of a company cancelled");
  await endWork(installation, id);
  removeFiles(installation, id);
}
