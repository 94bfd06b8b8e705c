import type { Draft } from "#web/lib/storage/drafts.ts";

export interface KeptDraft extends Draft {
  readonly key: string;
}

/** All unsent texts, newest first. */
export const keptDrafts = (drafts: ReadonlyMap<string, Draft>): readonly KeptDraft[] =>
  [...drafts]
    .map(([key, draft]) => ({ key, ...draft }))
    .filter(({ text }) => text.trim() !== "")
    .sort((a, b) => b.at - a.at);
