import { HOME_CELL } from "#platform/cells.ts";
import { AppError } from "#platform/errors.ts";
import { jsonFor } from "#platform/http/respond.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import { type Asking, askOtherCells, type CellAnswer, isRefused, pause, readAnswer } from "./ask-cells.ts";
import type { Gathered, GatherRule } from "./cell-rule.ts";
import { markAsPart } from "./internal-headers.ts";

/** Response header with the numbers of the cells whose part is missing, separated by commas. */
const MISSING_CELLS = "missing-cells";

/** How often a process whose copy does not have the login session yet tries again. */
const TRIES = 4;

export interface GatheredRequest {
  readonly request: Request;
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
}

/**
 * Answers a request from the parts of all cells: `here` gives that of this process, which may be a standby. The home cell
 * decides whether the caller may ask; while it is away, the own cell does. Throws 503 ERR_NOT_DURABLE when a part of an answer
 * is missing that must be whole.
 */
export async function gather(
  asking: Asking,
  { merge, isWhole }: GatherRule<never, never>,
  { request, caller, params, query }: GatheredRequest,
  here: () => Promise<Response>,
): Promise<Response> {
  const { own } = asking.cells;
  markAsPart(request);
  const [mine, others] = await Promise.all([
    here().then((response) => readAnswer(own, response)),
    askOtherCells(asking, request, caller, isWhole ? { isLong: true } : {}),
  ]);
  const answers = new Map<number, CellAnswer | null>([...others, [own, mine]]);
  const deciding = answers.get(HOME_CELL) ?? mine;
  if (!isOk(deciding) && deciding.status !== 503) return asGiven(deciding);
  for (let tries = 0; tries < TRIES && deciding !== mine && isRefused(answers.get(own) ?? mine); tries += 1) {
    await pause(asking.after);
    answers.set(own, await readAnswer(own, await here()));
  }
  const parts: unknown[] = [];
  const missing: number[] = [];
  for (const [cell, answer] of [...answers].toSorted(([a], [b]) => a - b)) {
    if (answer && isOk(answer)) parts.push(JSON.parse(new TextDecoder().decode(answer.body)));
    else missing.push(cell);
  }
  if (parts.length === 0) return asGiven(mine);
  if (isWhole && missing.length > 0)
    throw new AppError(503, "ERR_NOT_DURABLE", { cells: missing, retryAfterSeconds: 1 });
  // The schemas of the route, which validated the parts, are those for which its rule was declared.
  const valid = { params, query, missing } as unknown as Gathered<never, never>;
  const merged = merge(parts as never[], valid);
  const answer = merged instanceof Response ? merged : jsonFor(request, merged);
  if (missing.length > 0) answer.headers.set(MISSING_CELLS, missing.join(", "));
  return answer;
}

const isOk = ({ status }: CellAnswer): boolean => status >= 200 && status < 300;

/** The answer of one cell, with its headers and its body as it was read. */
function asGiven({ response, body }: CellAnswer): Response {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return new Response(body as BodyInit, { status: response.status, headers });
}
