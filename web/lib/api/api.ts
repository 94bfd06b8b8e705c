import { loadErrorTexts } from "#web/i18n/errors/load.ts";
import { expiryOf } from "#web/lib/session/token-claims.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { ApiError, errorFrom } from "./api-error.ts";
import { retryBusy } from "./retry-busy.ts";
import { sendFiles, type UploadProgress } from "./upload.ts";

export type QueryValue = string | number | boolean | null | undefined;
export interface CallOptions {
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: the server carries out requests with the same key once. */
  readonly idempotencyKey?: string;
  /** The request continues when the page is closed; at most 64 kB of bodies at the same time. */
  readonly keepalive?: boolean;
}
export interface ApiOptions {
  /** Prefix of all paths; `/api` on the page's own host. */
  readonly base: string;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly token: () => string | null;
  /** Called with the whole response of `POST /auth/refresh_token`: store its token. */
  readonly onRefreshed: (answer: { readonly token: string }) => void;
  /** The session has ended (401). */
  readonly onSignedOut: (error: ApiError) => void;
  /** Awaited before an error of the server is thrown: loads what is needed to show it. */
  readonly beforeFailure?: () => Promise<void>;
  /** The company is past its due date (402): only its invoices are available. */
  readonly onExpired?: () => void;
  /** Current time, ms since 1970; default: the clock of the device. */
  readonly now?: () => number;
  /** Waits before a rejected read is repeated; replaced in tests. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** A token whose remaining lifetime is shorter is renewed before it is used, ms. */
const EXPIRES_SOON_MS = 30_000;
/** Minimum time between two renewals, ms: with a wrong clock every request would renew the token otherwise. */
const BETWEEN_RENEWALS_MS = 5 * 60_000;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Requests of the page to its server, each with a bearer token. After a 403 the token is refreshed and the request
 * repeated once; a second 403 is thrown. A 401 signs out (docs/rules/screens.md#session-in-the-browser). Failures are
 * thrown as ApiError.
 */
export class Api {
  readonly #options: ApiOptions;
  /** Called with the headers of each answer. Set by the pages that need it, so that others do not load it. */
  onHeaders?: (path: string, headers: Headers) => void;
  #refreshing: Promise<boolean> | null = null;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  get<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#call("GET", path, undefined, options);
  }
  post<Answer>(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#call("POST", path, body, options);
  }
  put<Answer>(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.#call("PUT", path, body, options);
  }
  delete<Answer = { message: string }>(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#call("DELETE", path, undefined, options);
  }

  /** Uploads files as multipart and reports the progress. */
  async upload<Answer>(path: string, form: FormData, progress: UploadProgress = {}): Promise<Answer> {
    const renewing = this.#renewInTime();
    if (renewing) await renewing;
    const send = () => sendFiles(this.#address(path), form, this.#options.token(), progress);
    let answer = await send();
    if (answer.status === 403 && (await this.refresh())) answer = await send();
    return this.#read(answer.status, answer.body);
  }

  /** Downloads a file that the server generates; the browser stores large ones on disk. */
  async file(path: string, options: CallOptions = {}): Promise<Blob> {
    const renewing = this.#renewInTime();
    if (renewing) await renewing;
    let response = await this.#send("GET", path, undefined, options);
    if (response.status === 403 && (await this.refresh()))
      response = await this.#send("GET", path, undefined, options);
    return response.ok ? response.blob() : this.#read(response.status, await readBody(response));
  }

  /** Requests a new token; concurrent calls share one request. Resolves to false when the login session has ended. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /**
   * Renews a token that is about to expire, so that a page that is open all day has no rejected requests; null while
   * it is valid.
   */
  #renewInTime(): Promise<unknown> | null {
    const now = this.#options.now?.() ?? Date.now();
    const token = this.#options.token();
    const expiresAt = token ? expiryOf(token) : null;
    if (expiresAt === null || now < expiresAt - EXPIRES_SOON_MS) return null;
    if (now - this.#renewedAt < BETWEEN_RENEWALS_MS) return null;
    this.#renewedAt = now;
    // A failed renewal is ignored: the request itself then fails with the reason.
    return this.refresh().catch(() => false);
  }

  async #refreshOnce(): Promise<boolean> {
    const response = await this.#send("POST", "/auth/refresh_token", undefined, {});
    const body = await readBody(response);
    if (response.status === 401) this.#options.onSignedOut(errorFrom(401, body));
    if (!response.ok) return false;
    this.#options.onRefreshed(body as { token: string });
    return true;
  }

  async #call<Answer>(method: Method, path: string, body: unknown, options: CallOptions): Promise<Answer> {
    const ask = () => this.#ask(method, path, body, options);
    const retry = { signal: options.signal, ...(this.#options.pause && { pause: this.#options.pause }) };
    const answer = method === "GET" ? await retryBusy(ask, retry) : await ask();
    return this.#read(answer.status, answer.body);
  }

  async #ask(method: Method, path: string, body: unknown, options: CallOptions) {
    const renewing = this.#renewInTime();
    if (renewing) await renewing;
    let response = await this.#send(method, path, body, options);
    if (response.status === 403 && this.#options.token() && (await this.refresh())) {
      response = await this.#send(method, path, body, options);
    }
    this.onHeaders?.(path, response.headers);
    return { status: response.status, body: await readBody(response) };
  }

  async #read<Answer>(status: number, body: unknown): Promise<Answer> {
    if (status >= 200 && status < 300) return body as Answer;
    const error = errorFrom(status, body);
    if (status === 401 && this.#options.token()) this.#options.onSignedOut(error);
    if (status === 402) this.#options.onExpired?.();
    await this.#options.beforeFailure?.();
    throw error;
  }

  async #send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
    const headers = new Headers({ accept: "application/json" });
    const token = this.#options.token();
    if (token) headers.set("authorization", `Bearer ${token}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
    try {
      return await this.#options.fetch(this.#address(path, options.query), {
        method,
        headers,
        credentials: "include",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(options.signal ? { signal: options.signal } : {}),
        // `keepalive`: deletes sent while the page is being closed still reach the server.
        ...(method === "DELETE" || options.keepalive ? { keepalive: true } : {}),
      });
    } catch (cause) {
      if (options.signal?.aborted) throw new DOMException("Called off", "AbortError");
      throw new ApiError(0, "OFFLINE", { cause: String(cause) });
    }
  }

  #address(path: string, query: CallOptions["query"] = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
    }
    return `${this.#options.base}${path}${search.size > 0 ? `?${search}` : ""}`;
  }
}

async function readBody(response: Response): Promise<unknown> {
  const raw = await response.text();
  if (raw === "") return null;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** Callbacks for a renewed and for an ended session; set by the session model. */
export const sessionHooks: {
  onRefreshed: (answer: { readonly token: string }) => void;
  onSignedOut: (error: ApiError) => void;
  onExpired: () => void;
} = { onRefreshed: () => undefined, onSignedOut: () => undefined, onExpired: () => undefined };

/** The API of the page's server. */
export const api = new Api({
  base: "/api",
  fetch: (address, init) => globalThis.fetch(address, init),
  token: () => storage.get("token"),
  onRefreshed: (answer) => {
    storage.set("token", answer.token);
    sessionHooks.onRefreshed(answer);
  },
  onSignedOut: (error) => sessionHooks.onSignedOut(error),
  onExpired: () => sessionHooks.onExpired(),
  beforeFailure: loadErrorTexts,
});
