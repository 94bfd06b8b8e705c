import { query } from "#platform/db/query.ts";
import { MAX_DEPTH } from "./contract.ts";

export const moveOption = query<{ parentId: number | null; option: string; id: number }>(
  "UPDATE queue_option SET parent_id = :parentId, option = :option WHERE id = :id",
);
export const setNumber = query<{ option: string; id: number }>(
  "UPDATE queue_option SET option = :option WHERE id = :id",
);
export const queueExists = query<{ id: number }, unknown>("SELECT 1 FROM queue WHERE id = :id");
export const userExists = query<{ id: number }, unknown>(
  "SELECT 1 FROM user WHERE id = :id AND deleted_at IS NULL",
);
export const countOptions = query<{ queueId: number }, { n: number }>(
  "SELECT count(*) AS n FROM queue_option WHERE queue_id = :queueId",
);
export const subtree = query<
  { id: number },
  { id: number; level: number; mediaId: number | null }
>(`WITH RECURSIVE branch (id, level) AS (
    SELECT id, 0 FROM queue_option WHERE id = :id
    UNION SELECT child.id, level + 1 FROM queue_option child JOIN branch ON child.parent_id = branch.id
      WHERE level < ${MAX_DEPTH})
  SELECT branch.id, level, media_id AS mediaId FROM branch JOIN queue_option USING (id)`);
export const depthOf = query<{ id: number }, { n: number }>(`WITH RECURSIVE path (id, parent_id) AS (
    SELECT id, parent_id FROM queue_option WHERE id = :id
    UNION SELECT above.id, above.parent_id FROM queue_option above JOIN path ON above.id = path.parent_id)
  SELECT count(*) AS n FROM path`);
