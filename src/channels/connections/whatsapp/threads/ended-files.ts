import { existsSync } from "node:fs";
import { relative } from "node:path";
import type { Durability } from "#platform/db/durability/durability.ts";
import { keepWal } from "#platform/db/ship/keep-wal.ts";
import type { SessionShipping } from "./protocol.ts";

/** The session files of a worker that ends without closing them. */
export interface EndedFiles {
  /** Before the worker is terminated: keeps its WALs, so that its end checkpoints no commit that is not durable elsewhere. */
  hold(): void;
  /** After the worker has ended: ships its files whole, because its last commits may not have been posted. */
  ship(): Promise<void>;
}

const NOTHING: EndedFiles = { hold: () => undefined, ship: () => Promise.resolve() };

/** Does nothing without a cluster and an archive. */
export function endedFiles(
  files: ReadonlySet<string>,
  shipping: SessionShipping | null,
  durableElsewhere: Durability["durableElsewhere"],
): EndedFiles {
  if (!shipping || !durableElsewhere) return NOTHING;
  const held = new Map<string, () => void>();
  return {
    hold() {
      for (const file of files) {
        if (held.has(file) || !existsSync(file)) continue;
        try {
          held.set(file, keepWal(file));
        } catch {
          // A damaged file has no commits to keep; its session reports the damage.
        }
      }
    },
    async ship() {
      const paths = [...files].map((file) => relative(shipping.directory, file));
      if (paths.length === 0) return;
      try {
        await durableElsewhere({ pages: [], paths });
      } catch {
        // The WALs are kept until this process ends: a release would checkpoint commits that are durable nowhere else.
        return;
      }
      for (const release of held.values()) release();
      held.clear();
    },
  };
}
