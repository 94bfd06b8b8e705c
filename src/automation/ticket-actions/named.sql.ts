import { query } from "#platform/db/query.ts";

type Named = { readonly name: string };

/** Names of what actions refer to. */
export const NAMES = {
  tag: query<{ id: number }, Named>("SELECT name FROM tag WHERE id = :id"),
  queue: query<{ id: number }, Named>("SELECT name FROM queue WHERE id = :id"),
  user: query<{ id: number }, Named>("SELECT name FROM user WHERE id = :id AND deleted_at IS NULL"),
  follow_up: query<{ id: number }, Named>("SELECT name FROM follow_up WHERE id = :id"),
  resolution: query<{ id: number }, Named>("SELECT name FROM resolution WHERE id = :id"),
};
