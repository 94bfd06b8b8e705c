/** The page's server for component tests: answers calls of `globalThis.fetch`. */
import { storage } from "#web/lib/storage/storage.ts";

export interface PageCall {
  readonly method: string;
  /** Path and query below /api. */
  readonly path: string;
  readonly body: unknown;
}
type PageAnswer = { readonly status?: number; readonly body?: unknown };

/** Sends the page's requests to `answer`; returns the requests received so far, in order. */
export function servePage(answer: (call: PageCall) => PageAnswer | Promise<PageAnswer>): PageCall[] {
  const calls: PageCall[] = [];
  storage.set("token", "token");
  globalThis.fetch = (async (address: string, init: RequestInit = {}) => {
    const call = {
      method: init.method ?? "GET",
      path: address.replace(/^\/api/, ""),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    const { status = 200, body = {} } = await answer(call);
    return Response.json(body, { status });
  }) as typeof fetch;
  return calls;
}
