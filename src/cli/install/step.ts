import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** One change of the machine; null when nothing remains to be done. */
export interface Step {
  readonly what: string;
  readonly act: () => void;
}

const has = (path: string, content: Uint8Array | string): boolean =>
  existsSync(path) && Buffer.from(content).equals(readFileSync(path));

/** Writes the file under a temporary name and renames it, so that a running program is replaced atomically. */
export function fileStep(path: string, content: string, mode: number): Step | null {
  if (has(path, content) && (statSync(path).mode & 0o777) === mode) return null;
  return {
    what: `write ${path}`,
    act: () => put(path, mode, (draft) => writeFileSync(draft, content)),
  };
}

/** Copies a file to its place, when the content differs. */
export function copyStep(from: string, path: string, mode: number): Step | null {
  if (from === path || (existsSync(path) && has(path, readFileSync(from)))) return null;
  return {
    what: `copy ${from} to ${path}`,
    act: () => put(path, mode, (draft) => copyFileSync(from, draft)),
  };
}

function put(path: string, mode: number, write: (draft: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  write(draft);
  chmodSync(draft, mode);
  renameSync(draft, path);
}

export function removeStep(path: string): Step | null {
  return existsSync(path) ? { what: `remove ${path}`, act: () => rmSync(path) } : null;
}
