import { RATED_COLUMNS, ratedValues } from "./rated.sql.ts";

const COUNTS = "t.is_group = 0 AND t.origin NOT IN ('import', 'phone')";

const UNRATED = RATED_COLUMNS.map((column) => `0 AS ${column}`).join(", ");

/** The SQL tables and condition from which attendances are read; `r` is the attendance. */
interface Source {
  readonly tables: string;
  readonly where: string;
  /** The same attendances joined with their ratings, and the columns of a rating. */
  readonly rated: {
    readonly tables: string;
    readonly where: string;
    readonly at: string;
    readonly by: string;
    readonly rate: string;
    readonly scale: string;
  };
}

/** One row per counted event of an attendance: the values it adds to the figures, and its time. */
const partsOf = ({ tables, where, rated }: Source): string => `
  SELECT r.ticket_id, r.created_at AS at, coalesce(r.queue_id, 0) AS queue_id, r.connection_id,
    0 AS user_id, 1 AS attendances, 0 AS finished, 0 AS support_ms, 0 AS waited, 0 AS wait_ms, 0 AS responded,
    0 AS response_ms, ${UNRATED}
  FROM ${tables} WHERE ${where}
  UNION ALL
  SELECT r.ticket_id, r.finished_at, coalesce(r.queue_id, 0), r.connection_id,
    coalesce(r.user_id, 0), 0, 1, r.finished_at - r.started_at, 0, 0, 0, 0, ${UNRATED}
  FROM ${tables} WHERE ${where} AND r.finished_at IS NOT NULL AND r.started_at IS NOT NULL
  UNION ALL
  SELECT r.ticket_id, r.started_at, coalesce(r.queue_id, 0), r.connection_id,
    0, 0, 0, 0, 1, r.started_at - r.queued_at, 0, 0, ${UNRATED}
  FROM ${tables} WHERE ${where} AND r.started_at IS NOT NULL AND r.queued_at IS NOT NULL
  UNION ALL
  -- An answer given before the ticket came back into its queue says nothing about that wait.
  SELECT r.ticket_id, r.first_response_at, coalesce(r.queue_id, 0), r.connection_id,
    0, 0, 0, 0, 0, 0, 1, r.first_response_at - r.queued_at, ${UNRATED}
  FROM ${tables} WHERE ${where} AND r.first_response_at IS NOT NULL AND r.first_response_at >= r.queued_at
  UNION ALL
  SELECT r.ticket_id, ${rated.at}, coalesce(r.queue_id, 0), r.connection_id,
    ${rated.by}, 0, 0, 0, 0, 0, 0, 0, ${ratedValues(rated.rate, rated.scale)}
  FROM ${rated.tables} WHERE ${rated.where}`;

const RATING = { at: "g.created_at", by: "g.user_id", rate: "g.rate", scale: "g.scale" };
const ATTENDANCES = "ticket_period r JOIN ticket t ON t.id = r.ticket_id";
const CHANGED = `metric_change c CROSS JOIN ${ATTENDANCES.replace("r JOIN", "r ON r.id = c.period_id JOIN")}`;
const UP_TO = "c.period_id <= :upTo";

/** The rows of every attendance that counts. */
export const PARTS = partsOf({
  tables: ATTENDANCES,
  where: COUNTS,
  rated: {
    tables: "user_rating g JOIN ticket_period r ON r.id = g.period_id JOIN ticket t ON t.id = r.ticket_id",
    where: COUNTS,
    ...RATING,
  },
});

/** The current rows of the attendances recorded in `metric_change`, up to an id. */
export const CHANGED_PARTS = partsOf({
  tables: CHANGED,
  where: `${UP_TO} AND ${COUNTS}`,
  rated: {
    tables: `${CHANGED} JOIN user_rating g ON g.period_id = r.id`,
    where: `${UP_TO} AND ${COUNTS}`,
    ...RATING,
  },
});

/** The values that the same attendances have added to the totals so far. */
export const COUNTED_PARTS = partsOf({
  tables: "(SELECT 0 AS ticket_id, * FROM metric_change) r",
  where: "r.period_id <= :upTo AND r.counted = 1",
  rated: {
    tables: "(SELECT 0 AS ticket_id, * FROM metric_change) r",
    where: "r.period_id <= :upTo AND r.counted = 1 AND r.rated_at IS NOT NULL",
    at: "r.rated_at",
    by: "r.rated_user_id",
    rate: "r.rate",
    scale: "r.scale",
  },
});
