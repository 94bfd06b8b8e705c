import type { Tenant, TenantUnit } from "./tenant.ts";

/** Name of the job that rewrites the search indexes, and of its wake-ups. */
export const REMOVED_WORDS = "removed_words";
/** Removals that follow each other within this time share a rewrite, ms. */
const DELAY_MS = 10_000;

const marked = new WeakSet<Tenant>();

/**
 * Call it in a transaction that removes messages or their texts: soon after, a job rewrites the search indexes and
 * truncates the WAL, so that the files keep no part of them (docs/rules/search.md#removed-words).
 */
export function noteRemovedWords(unit: TenantUnit): void {
  marked.add(unit.tenant.base);
  unit.scheduleWake(REMOVED_WORDS, unit.now + DELAY_MS);
}

/** Whether words were removed since the last call. */
export const takeRemovedWords = (tenant: Tenant): boolean => marked.delete(tenant.base);
