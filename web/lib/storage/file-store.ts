import { type IndexedDbStore, indexedDbStore } from "./indexeddb-store.ts";

/** A file nobody has sent yet, with what is to be said of it. */
export interface UnsentFile {
  readonly file: File;
  readonly text: string;
  readonly voice: boolean;
  /** ms since 1970. */
  readonly at: number;
}
export type FileStore = IndexedDbStore<UnsentFile>;

/** In the browser's IndexedDB, one row per person and file. */
export const indexedFiles = (): FileStore => indexedDbStore<UnsentFile>("balcao-files", "files");
