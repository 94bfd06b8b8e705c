import type { Clock } from "#platform/clock.ts";

/** An uploaded file as messages refer to it. */
export type UploadedFile = { readonly id: string };

/** Uploads of the last 24 hours, so that a campaign uploads its file once and not with every message. */
export interface UploadedFiles {
  get(phoneNumberId: string, file: { readonly path: string }): UploadedFile | null;
  keep(phoneNumberId: string, file: { readonly path: string }, uploaded: UploadedFile): void;
  forget(phoneNumberId: string, file: { readonly path: string }): void;
}

/** Lifetime of an entry; the network stores uploads for 30 days. */
const KEPT_MS = 24 * 60 * 60_000;
const MAX_FILES = 500;

/**
 * Creates the list in memory: after a restart files are uploaded again. A stored file never changes under its path.
 */
export function createUploadedFiles(clock: Clock): UploadedFiles {
  const files = new Map<string, { readonly uploaded: UploadedFile; readonly at: number }>();
  const keyOf = (phoneNumberId: string, { path }: { readonly path: string }) => `${phoneNumberId}:${path}`;
  return {
    get(phoneNumberId, file) {
      const found = files.get(keyOf(phoneNumberId, file));
      return found && clock.now() - found.at < KEPT_MS ? found.uploaded : null;
    },
    keep(phoneNumberId, file, uploaded) {
      const key = keyOf(phoneNumberId, file);
      if (files.get(key)?.uploaded.id === uploaded.id) return;
      files.delete(key);
      files.set(key, { uploaded, at: clock.now() });
      const [oldest] = files.keys();
      if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
    },
    forget: (phoneNumberId, file) => void files.delete(keyOf(phoneNumberId, file)),
  };
}
