import { type Cells, HOME_CELL } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { jsonOf } from "#platform/http/body/json-body.ts";
import type { Route } from "#platform/http/route.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import { validate } from "#platform/http/validate.ts";
import { pause } from "./ask-cells.ts";
import { isByKey, type MountCellRule } from "./cell-rule.ts";
import {
  type CellFinder,
  cellByRule,
  cellOfCaller,
  cellOfNewCompany,
  isOfSuperUser,
  isOneCell,
  type Parts,
} from "./find-cell.ts";
import { type FindCell, forwardTo, forwardToCompany } from "./forward.ts";
import { gather } from "./gather.ts";
import { refuseIncomplete, unlessIncomplete } from "./unknown-values.ts";

/** Sends requests to the cells that answer them. */
export interface CellRouting extends CellFinder {
  readonly cells: Cells;
  readonly after: Clock["after"];
  /** Whether the rows of this cell have the login session of a request; absent on a process that owns no cell. */
  readonly knowsSession?: (request: Request) => boolean;
}

/** A request of a route, as the router received it. */
export interface RoutedRequest {
  readonly route: Pick<Route<never>, "access" | "cell" | "params" | "query" | "body">;
  readonly request: Request;
  readonly caller: Caller;
  /** Parameters and query as they came. */
  readonly params: () => unknown;
  readonly query: () => unknown;
}

/** Called when the body has arrived; an answer ends the request, null continues it here. */
export type AfterBody = (body: Uint8Array) => Promise<Response | null>;

/**
 * Answers a request of a route in the cell that it belongs to; only called when the installation has several cells. `here`
 * handles it in this process: it calls the given function, if any, with the body before anything else of the request is
 * done. `checkLimit` throws 429 when the caller has sent too many requests to a public route.
 */
export async function inCells(
  routing: CellRouting,
  routed: RoutedRequest,
  checkLimit: () => void,
  here: (afterBody?: AfterBody) => Promise<Response>,
): Promise<Response> {
  const { route, request, caller } = routed;
  if (route.access !== "public")
    return privateInCells(routing, routed, async (afterBody) => {
      await sessionCopied(routing, request);
      return here(afterBody);
    });
  const rule = route.cell ?? "any";
  if (!isOneCell(rule)) throw new Error("only routes of super users ask several cells");
  const elsewhere = async (parts: Parts, body?: Uint8Array): Promise<Response | null> => {
    await refuseIncomplete(routing.cells, rule);
    return sendElsewhere(routing, () => cellByRule(routing, rule, request, parts), request, caller, body);
  };
  const certain = (answer: Response) => (isByKey(rule) ? unlessIncomplete(routing.cells, answer) : answer);
  if (route.body) {
    const schema = route.body;
    return certain(
      await here((bytes) =>
        elsewhere({ ...read(routed), body: validate(schema, jsonOf(request, bytes)) }, bytes),
      ),
    );
  }
  // Before the look-up in the directory, so that a flood of wrong tokens does not reach it.
  checkLimit();
  return certain((await elsewhere({ ...read(routed), body: undefined })) ?? (await here()));
}

async function privateInCells(
  routing: CellRouting,
  routed: RoutedRequest,
  here: (afterBody?: AfterBody) => Promise<Response>,
): Promise<Response> {
  const { route, request, caller } = routed;
  const rule = route.cell;
  const isOfSeveral =
    rule !== undefined && !isOneCell(rule) && !caller.isForwarded && isOfSuperUser(routing, request);
  if (isOfSeveral) {
    if (rule === "search") return search(routing, routed, here);
    const valid = validParts(routed);
    // Without valid parts the guard answers.
    if (!valid || request.method === "HEAD") return here();
    if (rule.by === "gather") return gather(routing, rule, { request, caller, ...valid }, () => here());
    const cell = await cellOfNewCompany(routing, rule, request, valid);
    return isElsewhere(routing, cell) ? forwardTo(routing.cells, cell, request, caller) : here();
  }
  const find = () => cellOfCaller(routing, rule, request, () => validParts(routed));
  const answer = (await sendElsewhere(routing, find, request, caller)) ?? (await here());
  return answer.status === 401 && hasKey(routing, request) ? unlessIncomplete(routing.cells, answer) : answer;
}

/** How often a cell looks for a login session that may not have been copied yet. */
const TRIES = 8;

/**
 * Login sessions of super users are copied to other cells every second: a request that comes earlier waits for its session, because
 * 401 would sign the user out.
 */
async function sessionCopied(routing: CellRouting, request: Request): Promise<void> {
  const { cells, after, knowsSession } = routing;
  if (!knowsSession || cells.own === HOME_CELL || !isOfSuperUser(routing, request)) return;
  for (let tries = 0; tries < TRIES && !knowsSession(request); tries += 1) await pause(after);
}

/** Whether the bearer token is one that the directory knows: an API key. */
function hasKey(routing: CellRouting, request: Request): boolean {
  const owner = routing.ownerOfBearer(routing.secrets, request, routing.now());
  return owner !== null && "kind" in owner;
}

/** Handles the request here; when the row is not here, sends it to the other cells, in order. */
async function search(
  routing: CellRouting,
  { request, caller }: RoutedRequest,
  here: (afterBody?: AfterBody) => Promise<Response>,
): Promise<Response> {
  let body: Uint8Array | undefined;
  const mine = await here(async (bytes) => {
    body = bytes;
    return null;
  });
  if (mine.status !== 404) return mine;
  const { cells } = routing;
  let unanswered: unknown;
  for (const cell of cells.all()) {
    if (cell === cells.own) continue;
    try {
      const answer = await forwardTo(cells, cell, request, caller, body);
      if (answer.status !== 404) return answer;
      await answer.body?.cancel();
    } catch (error) {
      unanswered = error;
    }
  }
  // The row may be in the cell that did not answer.
  if (unanswered !== undefined) throw unanswered;
  return mine;
}

/** As `inCells`, for a mount. */
export async function mountInCells(
  routing: CellRouting,
  rule: MountCellRule,
  request: Request,
  caller: Caller,
  here: () => Response | Promise<Response>,
): Promise<Response> {
  if (rule === "parts") return here();
  const find = () => cellByRule(routing, rule, request, NOTHING);
  return (await sendElsewhere(routing, find, request, caller)) ?? here();
}

/** The answer of the cell of a request; null: it is answered here. */
async function sendElsewhere(
  routing: CellRouting,
  find: FindCell,
  request: Request,
  caller: Caller,
  body?: Uint8Array,
): Promise<Response | null> {
  const cell = await find();
  if (!isElsewhere(routing, cell)) return null;
  return forwardToCompany(routing.cells, { cell, find }, request, caller, body);
}

const NOTHING: Parts = { params: undefined, query: undefined, body: undefined };

const isElsewhere = ({ cells }: CellRouting, cell: number | null): cell is number =>
  cell !== null && cell !== cells.own;

/** Throws 400 ERR_VALIDATION. */
const read = ({ route, params, query }: RoutedRequest): Pick<Parts, "params" | "query"> => ({
  params: route.params ? validate(route.params, params()) : undefined,
  query: route.query ? validate(route.query, query()) : undefined,
});

/** Null when they are not valid: the guard answers before they are looked at. */
function validParts(routed: RoutedRequest): Parts | null {
  try {
    return { ...read(routed), body: undefined };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
