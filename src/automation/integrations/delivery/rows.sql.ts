import type { DeliveryState } from "#automation/integrations/contract.ts";
import { type Delivery, integrationDelivery } from "#automation/integrations/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(integrationDelivery);

export { read };

type Lane = { integrationId: number; lane: string };

/** The condition of the index on `lane`: a query by `lane` without this condition scans the whole log. */
const UNFINISHED = "state IN ('queued', 'waiting', 'acting')";

export const byId = query<{ id: number }, unknown>(
  `SELECT ${columns} FROM integration_delivery WHERE id = :id`,
);
export const insert = query<
  Lane & {
    uuid: string;
    ticketId: number | null;
    messageId: number | null;
    event: string;
    isTurn: number;
    body: string;
    state: DeliveryState;
    error: string | null;
    nextTryAt: number;
    steps: string;
    now: number;
  }
>(
  `INSERT INTO integration_delivery (uuid, integration_id, ticket_id, message_id, event, is_turn, lane, body, state, error,
     next_try_at, steps, began_at, created_at)
   VALUES (:uuid, :integrationId, :ticketId, :messageId, :event, :isTurn, :lane, :body, :state, :error,
     :nextTryAt, :steps, :now, :now)`,
);
export const busyLane = query<Lane, unknown>(
  `SELECT 1 FROM integration_delivery WHERE integration_id = :integrationId AND lane = :lane
   AND ${UNFINISHED} LIMIT 1`,
);
/** `without` is a JSON list of integration ids. */
export const due = query<{ now: number; without: string; limit: number }, unknown>(
  `SELECT ${columns} FROM integration_delivery
   WHERE state IN ('waiting', 'acting') AND next_try_at <= :now
     AND integration_id NOT IN (SELECT value FROM json_each(:without))
   ORDER BY next_try_at, id LIMIT :limit`,
);
export const next = query<Record<never, never>, { readonly at: number | null }>(
  "SELECT min(next_try_at) AS at FROM integration_delivery WHERE state IN ('waiting', 'acting')",
);
export const nextAfter = query<{ after: number }, { readonly at: number | null }>(
  `SELECT min(next_try_at) AS at FROM integration_delivery
   WHERE state IN ('waiting', 'acting') AND next_try_at > :after`,
);
export const update = query<
  Pick<
    Delivery,
    | "id"
    | "state"
    | "attempts"
    | "nextTryAt"
    | "steps"
    | "statusCode"
    | "answer"
    | "error"
    | "body"
    | "finishedAt"
  >
>(
  `UPDATE integration_delivery SET state = :state, attempts = :attempts, next_try_at = :nextTryAt, steps = :steps,
     status_code = :statusCode, answer = :answer, error = :error, body = :body, finished_at = :finishedAt
   WHERE id = :id`,
);
export const nextInLane = query<Lane, { readonly id: number | null }>(
  `SELECT min(id) AS id FROM integration_delivery
   WHERE integration_id = :integrationId AND lane = :lane AND ${UNFINISHED} AND state = 'queued'`,
);
export const promote = query<{ id: number; now: number }>(
  `UPDATE integration_delivery SET state = CASE WHEN steps = '[]' THEN 'waiting' ELSE 'acting' END,
     next_try_at = max(next_try_at, :now) WHERE id = :id`,
);
export const turnsBehind = query<Lane & { since: number }, unknown>(
  `SELECT ${columns} FROM integration_delivery WHERE integration_id = :integrationId AND lane = :lane
   AND ${UNFINISHED} AND state = 'queued' AND is_turn = 1 AND created_at <= :since`,
);
export const endTurn = query<{ id: number }>("UPDATE integration_delivery SET is_turn = 0 WHERE id = :id");
export const restart = query<{ id: number; state: DeliveryState; now: number }>(
  `UPDATE integration_delivery SET state = :state, attempts = 0, next_try_at = :now, began_at = :now, is_turn = 0,
     steps = '[]', error = NULL, status_code = NULL, answer = '', finished_at = NULL WHERE id = :id`,
);
export const failUnfinished = query<{ error: string; now: number }>(
  `UPDATE integration_delivery SET state = 'failed', error = :error, steps = '[]', finished_at = :now WHERE ${UNFINISHED}`,
);
