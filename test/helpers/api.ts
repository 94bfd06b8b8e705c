/** One response of the server. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** The HTTP API with the login session of one user; `body` is the parsed JSON. */
export interface Api {
  readonly token: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  get<Body = any>(path: string, headers?: Record<string, string>): Promise<Reply<Body>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post<Body = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  put<Body = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  delete<Body = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>;
}

/** Sends requests to the server at `url`; paths are below `/api`. FormData bodies are sent unchanged. */
export function createApi(url: string, token: string | null): Api {
  const send = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const raw = body instanceof FormData;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !raw && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    return { status: response.status, body: parse(text) as any, headers: response.headers };
  };
  return {
    token,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    put: (path, body, headers) => send("PUT", path, body, headers),
    delete: (path, body, headers) => send("DELETE", path, body, headers),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
