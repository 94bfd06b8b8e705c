import { rm } from "node:fs/promises";
import type { InboundEvent } from "#channels/connections/index.ts";
import { one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { storedPath } from "./file.ts";

const SHOWN = "SELECT 1 FROM media_file WHERE path = ?";

/** The driver fetched a file for a message nobody keeps (groups, blocked people, repetitions): it goes, too. */
export function dropFile(unit: TenantUnit, event: InboundEvent): void {
  if (event.kind !== "message" || event.content.type !== "media") return;
  const { file } = event.content.media;
  if (file.state !== "stored") return;
  const { path } = file;
  // A repetition may name the file of the first one.
  if (one(unit.db, SHOWN, storedPath(unit, path))) return;
  const { tenant } = unit;
  unit.afterCommit(() => {
    rm(path, { force: true }).catch((error: unknown) => tenant.log.warn({ err: error }, "file not removed"));
  });
}
