import type { ShippedPath } from "./capture.ts";

/** Receives absolute paths. */
export interface PathListener {
  /** Of every small file and folder that `notePath` names. */
  changed(path: ShippedPath): void;
  /** Of every folder that `storePath` names; resolves when it is stored. */
  placed?(path: ShippedPath): Promise<void>;
}

let listener: PathListener | undefined;

/** One listener per thread; undefined ends it. */
export function onChangedPath(next: PathListener | undefined): void {
  listener = next;
}

/**
 * Called after a file beside the databases that carries state was written, and after a file or folder was removed, so
 * that other machines have it too. Does nothing without a cluster and an archive.
 */
export const notePath = (path: string): void => listener?.changed(path);

/**
 * As `notePath` for a folder with databases that was moved into place: in a cluster they are stored in pieces, between which other
 * work runs. Until it resolves nothing may open or change them; a row that lets others open them is written afterwards. Rejects
 * when not everything is stored; no database is then stored in part.
 */
export async function storePath(path: string): Promise<void> {
  if (listener?.placed) await listener.placed(path);
  else notePath(path);
}
