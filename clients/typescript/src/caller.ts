export interface ClientOptions {
  /** Address of the installation: `https://chat.example.com`. */
  readonly baseUrl: string;
  /** Token of a connection. */
  readonly token: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A rejected call: HTTP status, error code and details. */
export class BalcaoError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds of Retry-After (429); null without it. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const problem = (body ?? {}) as { error?: string; mensagem?: string; details?: Record<string, unknown> };
    super(problem.mensagem ?? problem.error ?? `HTTP ${status}`);
    this.name = "BalcaoError";
    this.status = status;
    this.code = problem.error ?? "";
    this.details = problem.details ?? {};
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
  }
}

type Values = Readonly<Record<string, unknown>>;
interface Input {
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
  readonly form?: Values;
}

/** Sends the calls. */
export class Caller {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Throws a BalcaoError for every rejected call; errors of `fetch` pass through. */
  protected async call<Answer>(method: string, path: string, input: Input): Promise<Answer> {
    const { baseUrl, token, fetch = globalThis.fetch } = this.#options;
    const headers = new Headers({ authorization: `Bearer ${token}`, accept: "application/json" });
    for (const [name, value] of Object.entries(input.headers ?? {}))
      if (value !== undefined) headers.set(name, String(value));
    if (input.body !== undefined) headers.set("content-type", "application/json");
    const body = input.form
      ? formOf(input.form)
      : input.body === undefined
        ? null
        : JSON.stringify(input.body);
    const response = await fetch(address(baseUrl, path, input), { method, headers, body });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new BalcaoError(response.status, answer, response.headers.get("retry-after"));
    return answer as Answer;
  }
}

function address(baseUrl: string, path: string, { path: parts = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const url = new URL(baseUrl.replace(/\/$/, "") + filled);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

function formOf(values: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) form.append(name, one instanceof Blob ? one : String(one));
  return form;
}
