import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, statSync, writeSync } from "node:fs";

/**
 * Appends to a file after its first `bytes` bytes; bytes after them, left by a kill, are truncated. Synced before it returns. Returns
 * the new size; undefined when the file is shorter than that, so it has to begin again.
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
