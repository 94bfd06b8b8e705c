import type { Draft, DraftStore } from "./drafts.ts";
import { indexedDbStore } from "./indexeddb-store.ts";

/** Drafts in the browser's IndexedDB, one row per storage scope and key. */
export const indexedDrafts = (): DraftStore => indexedDbStore<Draft>("balcao", "drafts");
