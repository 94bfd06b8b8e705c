import { query } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Kind } from "./contract.ts";

/** A statement that returns the rows belonging to a subject as one text; `:id` is the id of the subject. */
export const listQuery = (text: string) => query<{ id: string }, { value: string | number | null }>(text);
export type ListQuery = ReturnType<typeof listQuery>;

/** Rows that belong to a subject, by the name of the field in the entry. Each feature adds those it owns when it is wired. */
export const AuditListsPort = definePort<Map<Kind, Readonly<Record<string, ListQuery>>>>("audit lists");
