import * as v from "valibot";
import { BulkActions } from "#automation/ticket-actions/contract.ts";
import { TicketListQuery } from "#inbox/tickets/contract.ts";
import { Instant, MAX_IDS, RequiredId, ShortText } from "#platform/http/contract.ts";

/** Limits (docs/rules/bulk-actions.md#limits). */
export const MOST_OF_ATTENDANTS = 200;
export const MOST_TICKETS = 5000;
export const MOST_FAREWELLS = 200;

/** Either `ids`, or `query`: all tickets of a list, as `GET /tickets` takes it, without those in `except`. */
const Selection = v.pipe(
  v.object({
    ids: v.optional(v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MAX_IDS))),
    query: v.optional(v.omit(TicketListQuery, ["pageNumber"])),
    except: v.optional(v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS)), []),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), "invalid"),
);
export const BulkBody = v.object({
  selection: Selection,
  actions: BulkActions,
  /** An id that the page creates. A repeated request with the same id returns the run that the first one started. */
  requestId: v.pipe(ShortText, v.minLength(8)),
});
export type BulkBody = v.InferOutput<typeof BulkBody>;
export const BulkStarted = v.object({ runId: v.number(), total: v.number() });

const RunState = v.picklist(["running", "done", "cancelled", "undoing", "undone"]);
export type RunState = v.InferOutput<typeof RunState>;

/** Progress of a run. `kept`: tickets that the run changed and whose undo was refused. */
export const BulkProgress = v.object({
  id: v.number(),
  state: RunState,
  total: v.number(),
  waiting: v.number(),
  done: v.number(),
  unchanged: v.number(),
  failed: v.number(),
  undone: v.number(),
  kept: v.number(),
  /** Time until which the run can be undone; null while it is in progress. */
  undoUntil: v.nullable(Instant),
});
export type BulkProgress = v.InferOutput<typeof BulkProgress>;
/** `failures`: failed and kept tickets by the code of their reason; `name` null = the caller may not see the ticket. */
export const BulkReport = v.object({
  ...BulkProgress.entries,
  failures: v.array(
    v.object({
      error: v.string(),
      tickets: v.array(v.object({ id: v.number(), name: v.nullable(v.string()) })),
    }),
  ),
});
export type BulkReport = v.InferOutput<typeof BulkReport>;
