import { rmSync } from "node:fs";
import { join } from "node:path";
import { isIncomplete } from "#platform/db/ship/capture.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { Shipper } from "#platform/db/ship/shipper.ts";

/** The files of a position without those of which the log has only some pieces. */
export const completeFiles = ({ files }: Position): Position["files"] =>
  new Map([...files].filter(([, end]) => !isIncomplete(end)));

/**
 * For a new owner, before it opens a file: removes the files of which the former owner could not store the last piece
 * (docs/rules/cluster.md#pieces), here and in the log. Returns their number.
 */
export function removeIncomplete(
  directory: string,
  { files }: Position,
  shipper: Pick<Shipper, "changed">,
): number {
  const incomplete = [...files].filter(([, end]) => isIncomplete(end));
  for (const [path] of incomplete) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, path + suffix), { force: true });
    shipper.changed(path);
  }
  return incomplete.length;
}
