import type { Caller } from "#platform/http/server/caller.ts";

/** Prefix of headers between cells. They have a meaning only in requests that another cell has forwarded. */
const INTERNAL = "x-balcao-";
/** The request is one part of a request that another cell has verified and divided, or asks for this cell's part of an answer. */
const PART = `${INTERNAL}part`;

/** Marks a request as a part for one cell. */
export const partHeader: Readonly<Record<string, string>> = { [PART]: "1" };

/** The answer of a cell that did nothing with a request, because the company is in another cell. */
const MOVED = `${INTERNAL}moved`;

/** Marks the answer to a forwarded request whose company is not in this cell. */
export function markAsMoved(answer: Response): Response {
  answer.headers.set(MOVED, "1");
  return answer;
}

/** Whether another cell has marked its answer so (`markAsMoved`). */
export const isMoved = ({ headers }: Response): boolean => headers.get(MOVED) === "1";

/** Removes the mark before an answer leaves the installation. */
export function withoutMark(answer: Response): Response {
  if (isMoved(answer)) answer.headers.delete(MOVED);
  return answer;
}

/** Requests of which this process asks each cell for a part of the answer. */
const marked = new WeakSet<Request>();

/** Makes a request one for a part, in this process and in the cell to which it is forwarded. */
export const markAsPart = (request: Request): void => void marked.add(request);

/**
 * Whether a request is for one part: one that another cell has verified, which is handled here and divided no further, or one
 * whose answer other cells complete.
 */
export const isPart = (request: Request, { isForwarded }: Pick<Caller, "isForwarded">): boolean =>
  marked.has(request) || (isForwarded === true && request.headers.get(PART) === "1");

/** The headers of a request for another cell: those from outside without those that only cells may set; the same object when nothing changes. */
export function externalHeaders(request: Request): Headers {
  const { headers } = request;
  let clean = headers;
  const change = () => {
    if (clean === headers) clean = new Headers(headers);
  };
  for (const name of headers.keys()) {
    if (!name.startsWith(INTERNAL)) continue;
    change();
    clean.delete(name);
  }
  if (marked.has(request)) {
    change();
    clean.set(PART, "1");
  }
  return clean;
}
