import { query } from "#platform/db/query.ts";
import type { Step } from "./contract.ts";

/** Maximum number of messages searched for a reply of a user. */
const SEARCHED_MESSAGES = 5000;

/**
 * Four conditions, each decided by the first matching row. The first user of a company was not invited, so `invite`
 * needs a second one.
 */
export const steps = query<Record<never, never>, Record<Step, number>>(`SELECT
  EXISTS (SELECT 1 FROM connection WHERE deleted_at IS NULL
    AND (status = 'CONNECTED' OR linked_at IS NOT NULL)) AS connect,
  EXISTS (SELECT 1 FROM queue) AS queue,
  (SELECT count(*) FROM (SELECT 1 FROM user WHERE deleted_at IS NULL LIMIT 2)) > 1 AS invite,
  EXISTS (
    SELECT 1 FROM (SELECT from_me, origin FROM message ORDER BY id LIMIT ${SEARCHED_MESSAGES})
    WHERE from_me = 1 AND origin = 'user'
  ) AS answer`);
