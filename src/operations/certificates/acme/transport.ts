import type { axios } from "acme-client";
import * as v from "valibot";
import { throughDoor } from "#platform/db/durability/doors.ts";

/** The certificate authority rejected a request or cannot be reached; the message is the authority's. */
export class AcmeError extends Error {
  override readonly name = "AcmeError";
  /** Retry-After in ms; 0 = not given. */
  readonly waitMs: number;
  /** `urn:ietf:params:acme:error:…`; "" when the authority did not name one. */
  readonly kind: string;
  constructor(message: string, waitMs = 0, kind = "") {
    super(message);
    this.waitMs = waitMs;
    this.kind = kind;
  }
}

type Adapter = Extract<typeof axios.defaults.adapter, (...args: never[]) => unknown>;

const problemSchema = v.object({ type: v.optional(v.string(), ""), detail: v.optional(v.string(), "") });
/** Timeout of one request, ms. */
const TIMEOUT_MS = 30_000;
/** Larger responses are rejected, bytes. */
const MAX_RESPONSE = 1024 * 1024;

/**
 * Sends the requests of acme-client with `fetch`, as all other requests of the product: with a timeout, a size limit
 * and without redirects. Throws AcmeError for every rejection, so that the retries of acme-client never start, which
 * would wait for Retry-After inside the job. The exception is a stale nonce, which acme-client handles itself.
 */
export const fetchTransport: Adapter = async (config) => {
  const url = config.url ?? "";
  const response = await request(url, {
    method: (config.method ?? "get").toUpperCase(),
    headers: Object.entries(config.headers.toJSON()).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(config.data !== undefined && { body: config.data as string }),
  });
  const { status, statusText, headers } = response;
  const data = await readLimited(response);
  if (!response.ok) {
    const { type, detail } = problemOf(data);
    if (!type.endsWith(":badNonce")) {
      const message = detail || type || `HTTP ${status} of ${url}`;
      throw new AcmeError(message, retryAfterMs(headers.get("retry-after")) ?? 0, type);
    }
  }
  return { data, status, statusText, headers: Object.fromEntries(headers), config };
};

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await throughDoor("certificates", () =>
      fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) }),
    );
  } catch (error) {
    throw new AcmeError(`${URL.parse(url)?.host ?? url} cannot be reached: ${(error as Error).message}`);
  }
}

async function readLimited(response: Response): Promise<string> {
  const bytes = await response.bytes();
  if (bytes.length > MAX_RESPONSE)
    throw new AcmeError("the response of the certificate authority is too large");
  return new TextDecoder().decode(bytes);
}

function problemOf(body: string): v.InferOutput<typeof problemSchema> {
  try {
    return v.parse(problemSchema, JSON.parse(body));
  } catch {
    return { type: "", detail: "" };
  }
}

/** A Retry-After header, seconds or a date (RFC 9110, 10.2.3), in ms from now; null without a valid one. */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number | null {
  if (header === null) return null;
  const ms = /^\d{1,7}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
