import * as v from "valibot";
import type { Cells } from "#platform/cells.ts";
import { AppError } from "#platform/errors.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import { comingBackAnswer } from "#platform/http/server/coming-back.ts";
import { externalHeaders, isMoved, markAsMoved, partHeader, withoutMark } from "./internal-headers.ts";

/** Answers of other cells: the barrier of this cell does not concern them. */
const answers = new WeakSet<Response>();

/** Whether another cell gave this answer; it was durable there before it was sent. */
export const isOfOtherCell = (answer: Response): boolean => answers.has(answer);

type Forwarding = Pick<Cells, "forward">;

/**
 * Sends a request to the owner of another cell and returns its answer. `body`: when the body was read already, its bytes;
 * otherwise it is streamed. A request that another cell has forwarded is not forwarded again: 503 with `Retry-After`,
 * because its company has just moved. Throws 503 ERR_NOT_DURABLE when the owner does not answer.
 */
export async function forwardTo(
  cells: Forwarding,
  cell: number,
  request: Request,
  caller: Caller,
  body?: Uint8Array,
): Promise<Response> {
  if (caller.isForwarded) return markAsMoved(comingBackAnswer(request));
  return withoutMark(await send(cells, cell, outgoing(request, body), caller));
}

/** Bodies up to this size are kept, so that their requests can be sent to a second cell, bytes. */
const KEPT_BODY_BYTES = 65_536;

/** Finds the cell of a request; null: none. */
export type FindCell = () => number | null | Promise<number | null>;

/**
 * As `forwardTo`, to the cell that `find` returned. When that cell answers that the company is not there, it did nothing: the moved
 * companies are read again, and the request is sent to the cell that `find` returns then, once. Not with a body that cannot be kept.
 */
export async function forwardToCompany(
  cells: Pick<Cells, "forward" | "moves">,
  { cell, find }: { readonly cell: number; readonly find: FindCell },
  request: Request,
  caller: Caller,
  body?: Uint8Array,
): Promise<Response> {
  const { moves } = cells;
  if (caller.isForwarded || !moves) return forwardTo(cells, cell, request, caller, body);
  const kept = body ?? (await keptBody(request));
  const isRepeatable = kept !== undefined || request.body === null;
  const answer = await send(cells, cell, outgoing(request, kept), caller);
  if (!isMoved(answer)) return answer;
  const next = isRepeatable
    ? await moves.refresh().then(find, () => null) // The servers do not answer: the browser tries again.
    : null;
  if (next === null || next === cell) return withoutMark(answer);
  await answer.body?.cancel();
  return forwardTo(cells, next, request, caller, kept);
}

/** A small body with a known length; undefined: there is none, or it is streamed. */
async function keptBody(request: Request): Promise<Uint8Array | undefined> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (request.body === null || !(length <= KEPT_BODY_BYTES)) return undefined;
  return new Uint8Array(await request.arrayBuffer());
}

/** Sends a request for a part (`markAsPart`) to the owner of another cell. Throws as `forwardTo`. */
export const sendPart = (
  cells: Forwarding,
  cell: number,
  request: Request,
  caller: Caller,
): Promise<Response> => send(cells, cell, outgoing(request, undefined), caller);

/** A part of a request, or a question, for another cell. */
export interface CellPart {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Who sent the request that is divided; absent: this process asks. */
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
}

const THIS_PROCESS: Caller = { ip: "", https: true, host: "" };

/**
 * Sends a part of a request, which this cell has verified, to the owner of another cell (`isPart`). Throws 503
 * ERR_NOT_DURABLE unless that cell accepted it.
 */
export async function forwardPart(cells: Forwarding, cell: number, part: CellPart): Promise<void> {
  const answer = await postPart(cells, cell, part);
  await answer.body?.cancel();
  if (!answer.ok) throw new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
}

/**
 * As `forwardPart`, for its answer. Throws the error with which that cell refused it, and 503 ERR_NOT_DURABLE when it did not
 * answer; then it may have done what was asked.
 */
export async function askCell(cells: Forwarding, cell: number, part: CellPart): Promise<Response> {
  const answer = await postPart(cells, cell, part);
  if (answer.ok) return answer;
  const refused = v.safeParse(Refusal, await answer.json().catch(() => null));
  // A failure there is not the caller's.
  if (!refused.success || answer.status >= 500)
    throw new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
  throw new AppError(answer.status, refused.output.error, refused.output.details);
}

const Refusal = v.object({ error: v.string(), details: v.optional(v.record(v.string(), v.unknown())) });

function postPart(
  cells: Forwarding,
  cell: number,
  { path, headers, body, caller = THIS_PROCESS, signal }: CellPart,
): Promise<Response> {
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { ...headers, ...partHeader, "content-type": "application/json" },
    body,
    ...(signal && { signal }),
  });
  return send(cells, cell, request, caller);
}

async function send(
  cells: Forwarding,
  cell: number,
  request: Request,
  { ip, https, host }: Caller,
): Promise<Response> {
  const answer = await cells.forward(cell, request, { ip, https, host });
  answers.add(answer);
  return answer;
}

/** The request for the other cell: the same one when nothing of it changes, so that its body stays a stream of the runtime. */
function outgoing(request: Request, body: Uint8Array | undefined): Request {
  const headers = externalHeaders(request);
  if (body === undefined && headers === request.headers) return request;
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal, body: (body ?? request.body) as BodyInit | null });
}
