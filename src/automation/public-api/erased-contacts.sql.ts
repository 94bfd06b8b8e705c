import { query } from "#platform/db/query.ts";

export const deleteNaming = query<{ name: string }>("DELETE FROM api_call WHERE instr(answer, :name) > 0");
