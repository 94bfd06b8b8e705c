import type { Redo } from "#platform/db/ship/redo.ts";
import type { Follower } from "./follower.ts";

/** A copy that was made from a snapshot: consistent once it has applied `upTo`; `done` is called then. */
export interface Unfinished {
  readonly upTo: number;
  readonly done: () => void;
}

/** Whether the copy is consistent; before that it must never be opened. */
export function createCompletion(
  unfinished: Unfinished | undefined,
  { follower, redo }: { readonly follower: Pick<Follower, "applied">; readonly redo: Pick<Redo, "sync"> },
): () => Promise<boolean> {
  let left = unfinished;
  return async () => {
    if (!left) return true;
    if (follower.applied < left.upTo) return false;
    // The stored position must also be past that message, because after a crash redo repeats from the stored position.
    await redo.sync();
    left.done();
    left = undefined;
    return true;
  };
}
