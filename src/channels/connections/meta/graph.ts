import { installationSetting } from "#accounts/settings/index.ts";
import { hmacSha256 } from "#platform/crypto/hmac.ts";
import { throughDoor } from "#platform/db/durability/doors.ts";
import type { Installation } from "#tenants/installation.ts";

/** Time limit of a call (docs/rules/general.md#outbound-requests), and of a file upload. */
const LIMIT_MS = 15_000;
const FILE_LIMIT_MS = 60_000;
const LIMIT_BYTES = 1_048_576;

export type GraphAnswer = Readonly<Record<string, unknown>>;

/** Why a call failed. `unsent`: the call surely had no effect; otherwise it may have had one. */
export type GraphFailure =
  | { readonly kind: "token"; readonly detail: string }
  | { readonly kind: "window"; readonly detail: string }
  /** `pauseMs`: a rate limit was reached; make no further calls for this time. */
  | { readonly kind: "busy"; readonly detail: string; readonly pauseMs?: number }
  | { readonly kind: "refused"; readonly detail: string; readonly code: number | null }
  | { readonly kind: "offline"; readonly detail: string; readonly unsent: boolean };

/** A failed call; `message` contains no secret. */
export class GraphError extends Error {
  override readonly name = "GraphError";
  readonly failure: GraphFailure;
  constructor(failure: GraphFailure) {
    super(`${failure.kind}: ${failure.detail}`);
    this.failure = failure;
  }
}

interface GraphCall {
  readonly method: "GET" | "POST" | "DELETE";
  /** Without the version: `me/messages`. */
  readonly path: string;
  /** Sent as a header, never in the URL. */
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>> | FormData | Blob;
  /** Replace the default headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The HTTP client of the Graph API: URL, version, time limits, and the meaning of its errors. */
export interface Graph {
  /** Throws GraphError. */
  call(call: GraphCall): Promise<GraphAnswer>;
}

export function createGraph(installation: Installation): Graph {
  const { metaGraphUrl, metaGraphVersion } = installation.config;
  return {
    async call({ method, path, token, query = {}, body, headers }) {
      const url = new URL(`${metaGraphUrl}/${metaGraphVersion}/${path}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      if (token) {
        const proof = proofOf(installation, token);
        if (proof) url.searchParams.set("appsecret_proof", proof);
      }
      const isFile = body instanceof FormData || body instanceof Blob;
      return answerOf(() =>
        fetch(url, {
          method,
          redirect: "manual",
          signal: AbortSignal.timeout(isFile ? FILE_LIMIT_MS : LIMIT_MS),
          headers: {
            accept: "application/json",
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && !isFile && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body && { body: isFile ? body : JSON.stringify(body) }),
        }),
      );
    },
  };
}

/** Proves to Meta that the call comes from the app the token was issued to. */
function proofOf(installation: Installation, token: string): string | null {
  const secret = installationSetting(installation, "metaAppSecret");
  return secret === "" ? null : hmacSha256(secret, token);
}

async function answerOf(call: () => Promise<Response>): Promise<GraphAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await throughDoor("meta", call);
    text = await response.text();
  } catch (error) {
    throw new GraphError({ kind: "offline", detail: messageOf(error), unsent: isUnsent(error) });
  }
  const answer = text.length > LIMIT_BYTES ? undefined : parsed(text);
  if (response.ok && answer) return answer;
  throw new GraphError(failureOf(response.status, answer));
}

function parsed(text: string): GraphAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as GraphAnswer) : undefined;
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.name : "no answer");
/** The connection was never established, so the call had no effect. */
const isUnsent = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  [
    "ConnectionRefused",
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "FailedToOpenSocket",
    "ERR_NOT_DURABLE",
  ].includes(String(error.code));

interface ErrorBody {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly error_subcode?: unknown;
  readonly is_transient?: unknown;
}
/** Session ended, password changed, permission revoked. */
const TOKEN_CODES: readonly number[] = [102, 190];
const BUSY_CODES: readonly number[] = [1, 2, 368];
/** Rate limits of the app, the page, the number, or the pair of number and customer. */
const LIMIT_CODES: readonly number[] = [4, 17, 32, 341, 613, 80_006, 80_007, 130_429, 131_056];
/** The limits count seconds, minutes or hours, and the response does not state which: retry at this interval. */
const LIMIT_PAUSE_MS = 20_000;
const WINDOW_SUBCODES: readonly number[] = [2_018_278, 2_534_022];
/** The official WhatsApp: more than 24 hours since the customer's last message. */
const WINDOW_CODES: readonly number[] = [131_047];

/** Classifies an error of the Graph API; pure. */
function failureOf(status: number, answer: GraphAnswer | undefined): GraphFailure {
  const error = answer?.["error"] as ErrorBody | undefined;
  if (!error) {
    // After 502 and 504 the call may have had an effect behind the gateway.
    if (status >= 500)
      return { kind: "offline", detail: `HTTP ${status}`, unsent: status !== 502 && status !== 504 };
    return { kind: "refused", detail: `HTTP ${status}`, code: null };
  }
  const code = Number(error.code ?? 0);
  const detail = `${code}${error.error_subcode ? `/${error.error_subcode}` : ""} ${String(error.message ?? "").slice(0, 200)}`;
  if (TOKEN_CODES.includes(code)) return { kind: "token", detail };
  if (WINDOW_SUBCODES.includes(Number(error.error_subcode)) || WINDOW_CODES.includes(code))
    return { kind: "window", detail };
  if (status === 429 || LIMIT_CODES.includes(code)) return { kind: "busy", detail, pauseMs: LIMIT_PAUSE_MS };
  if (BUSY_CODES.includes(code) || error.is_transient === true) return { kind: "busy", detail };
  return { kind: "refused", detail, code };
}
