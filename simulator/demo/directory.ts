import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Name of the file that marks a directory of the demo, to distinguish it from one with real customers. */
const MARK = ".balcao-demo";

/** The directory is not one of the demo, so it is left unchanged. */
export class NotADemoDirectory extends Error {
  override readonly name = "NotADemoDirectory";
}

/**
 * Prepares a directory for the demo; returns true when it is new and has to be filled. With `fresh`, the data of an earlier demo
 * is erased first. Throws NotADemoDirectory when the directory has files without the demo's mark.
 */
export function takeDemoDirectory(directory: string, fresh: boolean): boolean {
  const isThere = existsSync(directory) && readdirSync(directory).length > 0;
  const isMarked = existsSync(join(directory, MARK));
  if (isThere && !isMarked)
    throw new NotADemoDirectory(`${directory} was not made by the demo; name another one or move it away`);
  if (fresh && isMarked) rmSync(directory, { recursive: true });
  const isNew = fresh || !isMarked;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (isNew) writeFileSync(join(directory, MARK), "Sample data of the Balcão demo. Erased by --fresh.\n");
  return isNew;
}
