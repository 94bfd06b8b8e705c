import { createHmac } from "node:crypto";
import { installationSetting } from "#accounts/settings/index.ts";
import type { Installation } from "#tenants/installation.ts";

/** Time limit of a call (docs/rules/general.md#outbound-requests), and of one that carries a file. */
const LIMIT_MS = 15_000;
const FILE_LIMIT_MS = 60_000;
const LIMIT_BYTES = 1_048_576;

export type GraphAnswer = Readonly<Record<string, unknown>>;

/** Why Meta did not do it. `unsent`: surely nothing happened. `unknown`: it may have. */
export type GraphTrouble =
  | { readonly kind: "token"; readonly detail: string }
  | { readonly kind: "window"; readonly detail: string }
  /** `pauseMs`: more was asked than is allowed, and that long nothing more is wanted. */
  | { readonly kind: "busy"; readonly detail: string; readonly pauseMs?: number }
  | { readonly kind: "refused"; readonly detail: string; readonly code: number | null }
  | { readonly kind: "offline"; readonly detail: string; readonly unsent: boolean };

/** A call that got no good answer; `message` holds no secret. */
export class GraphError extends Error {
  override readonly name = "GraphError";
  readonly trouble: GraphTrouble;
  constructor(trouble: GraphTrouble) {
    super(`${trouble.kind}: ${trouble.detail}`);
    this.trouble = trouble;
  }
}

interface GraphCall {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the version: `me/messages`. */
  readonly path: string;
  /** Sent as a header, never in the address. */
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>> | FormData | Blob;
  /** Instead of those the call would have. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The HTTP client of the Graph API: address, version, time limits, and what its errors mean. */
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

/** Shows that a call comes from the app the token was given to. */
function proofOf(installation: Installation, token: string): string | null {
  const secret = installationSetting(installation, "metaAppSecret");
  return secret === "" ? null : createHmac("sha256", secret).update(token).digest("hex");
}

async function answerOf(ask: () => Promise<Response>): Promise<GraphAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await ask();
    text = await response.text();
  } catch (error) {
    throw new GraphError({ kind: "offline", detail: wordsOf(error), unsent: neverLeft(error) });
  }
  const answer = text.length > LIMIT_BYTES ? undefined : parsed(text);
  if (response.ok && answer) return answer;
  throw new GraphError(troubleOf(response.status, answer));
}

function parsed(text: string): GraphAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as GraphAnswer) : undefined;
  } catch {
    return undefined;
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.name : "no answer");
/** Nobody took the call: nothing can have come of it. */
const neverLeft = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["ConnectionRefused", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "FailedToOpenSocket"].includes(
    String(error.code),
  );

interface ErrorBody {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly error_subcode?: unknown;
  readonly is_transient?: unknown;
}
/** Session ended, password changed, permission taken back. */
const TOKEN_CODES: readonly number[] = [102, 190];
const BUSY_CODES: readonly number[] = [1, 2, 368];
/** More calls or messages than the app, the page, the number, or the pair of number and customer may make. */
const LIMIT_CODES: readonly number[] = [4, 17, 32, 341, 613, 80_006, 80_007, 130_429, 131_056];
/** Counted by the second, the minute or the hour, which is not said: asked again now and then. */
const LIMIT_PAUSE_MS = 20_000;
const WINDOW_SUBCODES: readonly number[] = [2_018_278, 2_534_022];
/** The official WhatsApp: more than 24 hours since the customer's last message. */
const WINDOW_CODES: readonly number[] = [131_047];

/** What an error of the Graph API means to us; pure. */
function troubleOf(status: number, answer: GraphAnswer | undefined): GraphTrouble {
  const error = answer?.["error"] as ErrorBody | undefined;
  if (!error) {
    // A gateway that gave up says nothing of what was behind it.
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
