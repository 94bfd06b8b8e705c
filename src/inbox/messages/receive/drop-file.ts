import { rm } from "node:fs/promises";
import type { InboundEvent } from "#channels/connections/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./drop-file.sql.ts";
import { storedPath } from "./file.ts";

/** Deletes the file of a message that is not stored (groups, blocked contacts, duplicates). */
export function dropFile(unit: TenantUnit, event: InboundEvent): void {
  if (event.kind !== "message" || event.content.type !== "media") return;
  const { file } = event.content.media;
  if (file.state !== "stored") return;
  const { path } = file;
  // A duplicate event may name the same file as the first one, which is stored.
  if (queryOne(unit.db, sql.shown, { path: storedPath(unit, path) })) return;
  const { tenant } = unit;
  unit.afterCommit(() => {
    rm(path, { force: true }).catch((error: unknown) =>
      tenant.log.warn(
        { networkId: event.providerId, err: error },
        "file of a discarded message not deleted from disk",
      ),
    );
  });
}
