import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, statSync, writeSync } from "node:fs";

/**
 * Appends to a file after its first `bytes` bytes. Further bytes, which a kill may have left, are truncated. The file is synced
 * before the function returns. Returns the new size; undefined when the file is shorter than `bytes`, so that it must be written
 * again from the beginning.
 */
export function append(path: string, bytes: number, text: string): number | undefined {
  if (bytes > 0 && (!existsSync(path) || statSync(path).size < bytes)) return undefined;
  const file = openSync(path, bytes === 0 ? "w" : "r+", 0o600);
  try {
    ftruncateSync(file, bytes);
    const data = Buffer.from(text);
    for (let written = 0; written < data.length; )
      written += writeSync(file, data, written, data.length - written, bytes + written);
    fdatasyncSync(file);
    return bytes + data.length;
  } finally {
    closeSync(file);
  }
}
