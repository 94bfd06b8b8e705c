let listener: ((path: string) => void) | undefined;

/** Receives the absolute path of every small file and folder that `notePath` names. One per thread; undefined ends it. */
export function onChangedPath(next: ((path: string) => void) | undefined): void {
  listener = next;
}

/**
 * Called after a file beside the databases that carries state was written, and after a file or folder was removed, so
 * that other machines have it too. Does nothing without a cluster and an archive.
 */
export const notePath = (path: string): void => listener?.(path);
