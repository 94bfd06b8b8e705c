import { query } from "#platform/db/query.ts";

/** A row of any release. */
type Row = Readonly<Record<string, string | number | null>>;

export const company = query<{ id: number }, Row>("SELECT * FROM company WHERE id = :id");
export const plan = query<{ id: number }, Row>("SELECT * FROM plan WHERE id = :id");
