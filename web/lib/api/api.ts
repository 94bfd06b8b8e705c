import { expiryOf } from "#web/lib/session/token-claims.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { ApiError, errorFrom } from "./api-error.ts";
import { retryBusy } from "./retry-busy.ts";
import { sendFiles, type UploadProgress } from "./upload.ts";

export type QueryValue = string | number | boolean | null | undefined;
export interface CallOptions {
  /** Left-out values are not sent. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: the same key never does the same thing twice. */
  readonly idempotencyKey?: string;
}
export interface ApiOptions {
  /** Where the paths hang; `/api` on the page's own host. */
  readonly base: string;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly token: () => string | null;
  /** A refreshed session: keep its token. Gets the whole answer of `POST /auth/refresh_token`. */
  readonly onRefreshed: (answer: { readonly token: string }) => void;
  /** The session is over (401). */
  readonly onSignedOut: (error: ApiError) => void;
  /** The company is past its due date (402): only its bills answer. */
  readonly onExpired?: () => void;
  /** Milliseconds since 1970; the machine's when left out. */
  readonly now?: () => number;
  /** Waits before a refused read is repeated (tests). */
  readonly pause?: (ms: number) => Promise<void>;
}

/** A token with less than this left is renewed before it is used, ms. */
const EXPIRES_SOON_MS = 30_000;
/** A clock that is wrong must not make every call a renewal, ms. */
const BETWEEN_RENEWALS_MS = 5 * 60_000;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Calls of the page to its server. Bearer token on each; a 403 is answered by one refresh and one retry, a
 * second 403 is final; a 401 signs out (docs/rules/screens.md#session-in-the-browser). Failures are thrown as ApiError.
 */
export class Api {
  readonly #options: ApiOptions;
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

  /** Sends files as multipart and reports how many bytes have left. */
  async upload<Answer>(path: string, form: FormData, progress: UploadProgress = {}): Promise<Answer> {
    const renewing = this.#renewInTime();
    if (renewing) await renewing;
    const send = () => sendFiles(this.#address(path), form, this.#options.token(), progress);
    let answer = await send();
    if (answer.status === 403 && (await this.refresh())) answer = await send();
    return this.#read(answer.status, answer.body);
  }

  /** A file the server makes for us, whole; the browser keeps large ones on disk. */
  async file(path: string, options: CallOptions = {}): Promise<Blob> {
    const renewing = this.#renewInTime();
    if (renewing) await renewing;
    let response = await this.#send("GET", path, undefined, options);
    if (response.status === 403 && (await this.refresh()))
      response = await this.#send("GET", path, undefined, options);
    return response.ok ? response.blob() : this.#read(response.status, await readBody(response));
  }

  /** Asks for a new token once, however many calls want it at the same time. False = the session is over. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Null when the token still lives; so that a call of a page that is open all day is not refused first. */
  #renewInTime(): Promise<unknown> | null {
    const now = this.#options.now?.() ?? Date.now();
    const token = this.#options.token();
    const expiresAt = token ? expiryOf(token) : null;
    if (expiresAt === null || now < expiresAt - EXPIRES_SOON_MS) return null;
    if (now - this.#renewedAt < BETWEEN_RENEWALS_MS) return null;
    this.#renewedAt = now;
    // Not renewed: the call itself will tell why.
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
    return { status: response.status, body: await readBody(response) };
  }

  #read<Answer>(status: number, body: unknown): Answer {
    if (status >= 200 && status < 300) return body as Answer;
    const error = errorFrom(status, body);
    if (status === 401 && this.#options.token()) this.#options.onSignedOut(error);
    if (status === 402) this.#options.onExpired?.();
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
        // What is deleted while the page goes away is deleted all the same.
        ...(method === "DELETE" ? { keepalive: true } : {}),
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

/** Who wants to know that the session was renewed or has ended; the session model of the page. */
export const sessionHooks: {
  onRefreshed: (answer: { readonly token: string }) => void;
  onSignedOut: (error: ApiError) => void;
  onExpired: () => void;
} = { onRefreshed: () => undefined, onSignedOut: () => undefined, onExpired: () => undefined };

/** The page's own server. */
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
});
