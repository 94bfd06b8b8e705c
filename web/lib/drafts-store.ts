import type { Draft, DraftStore } from "./drafts.ts";
import { personalStore } from "./personal-store.ts";

/** Drafts in the browser's IndexedDB, one row per person and key. */
export const indexedDrafts = (): DraftStore => personalStore<Draft>("balcao", "drafts");
