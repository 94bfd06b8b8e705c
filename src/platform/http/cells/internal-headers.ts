import type { Caller } from "#platform/http/server/caller.ts";

/** Prefix of headers between cells. They have a meaning only in requests that another cell has forwarded. */
const INTERNAL = "x-balcao-";
/** The request is one part of a request that another cell has verified and divided. */
const PART = `${INTERNAL}part`;

/** Marks a request as a part for one cell. */
export const partHeader: Readonly<Record<string, string>> = { [PART]: "1" };

/** Whether a request is a part that another cell has verified: it is handled here and divided no further. */
export const isPart = ({ headers }: Request, { isForwarded }: Caller): boolean =>
  isForwarded === true && headers.get(PART) === "1";

/** The headers of a request from outside without those that only cells may set; the same object when there are none. */
export function externalHeaders(headers: Headers): Headers {
  let clean = headers;
  for (const name of headers.keys()) {
    if (!name.startsWith(INTERNAL)) continue;
    if (clean === headers) clean = new Headers(headers);
    clean.delete(name);
  }
  return clean;
}
