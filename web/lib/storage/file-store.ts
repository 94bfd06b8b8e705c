import { type IndexedDbStore, indexedDbStore } from "./indexeddb-store.ts";

/** An unsent file with its caption. */
export interface UnsentFile {
  readonly file: File;
  readonly text: string;
  readonly voice: boolean;
  /** ms since 1970. */
  readonly at: number;
}
export type FileStore = IndexedDbStore<UnsentFile>;

/** Unsent files in the browser's IndexedDB, one row per storage scope and file. */
export const indexedFiles = (): FileStore => indexedDbStore<UnsentFile>("balcao-files", "files");
