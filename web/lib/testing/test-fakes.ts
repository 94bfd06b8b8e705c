/** Fakes for tests: a server whose answers the test writes, and a websocket that the test controls. */
import type { EventData, ServerFrame } from "#platform/realtime/contract.ts";
import { Api, type ApiOptions } from "#web/lib/api/api.ts";
import { LiveSocket, type SocketLike } from "#web/lib/socket/socket.ts";

export interface Call {
  readonly method: string;
  /** Path and query below /api. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}
export type Answer = { readonly status?: number; readonly body?: unknown } | Error;
type Handler = (call: Call) => Answer | Promise<Answer>;

/** An Api with a fake server; `calls` has its requests in order. */
export function fakeApi(handler: Handler, options: Partial<ApiOptions> = {}) {
  const calls: Call[] = [];
  const api = new Api({
    base: "/api",
    token: () => "token",
    onRefreshed: () => undefined,
    onSignedOut: () => undefined,
    ...options,
    fetch: async (address, init) => {
      const call: Call = {
        method: init.method ?? "GET",
        path: address.replace(/^\/api/, ""),
        body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
        headers: new Headers(init.headers),
        signal: init.signal ?? null,
      };
      calls.push(call);
      const answer = await Promise.race([handler(call), abortion(call.signal)]);
      if (answer instanceof Error) throw answer;
      return Response.json(answer.body ?? {}, { status: answer.status ?? 200 });
    },
  });
  return { api, calls };
}

/** Never resolves; rejects when the request is aborted. */
function abortion(signal: AbortSignal | null): Promise<Error> {
  return new Promise((resolve) => {
    signal?.addEventListener("abort", () => resolve(new DOMException("aborted", "AbortError")));
  });
}

/** A fake websocket; the test plays the server. */
export class FakeWebSocket implements SocketLike {
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  /** Frames the page sent. */
  readonly sent: Record<string, unknown>[] = [];
  closed = false;

  send(frame: string): void {
    this.sent.push(JSON.parse(frame));
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.call(this as unknown as WebSocket, {} as Event);
  }
  says(frame: ServerFrame): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(frame) } as MessageEvent);
  }
  drops(code = 1006): void {
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }
  /** Opens the socket and accepts its authorization. */
  ready(cursor = 100): void {
    this.opens();
    this.says({ t: "ready", cursor, sessionId: 1 });
  }
}

/** A socket whose connections are in `lines`; the last one is the current one. */
export function fakeSocket(options: Partial<ConstructorParameters<typeof LiveSocket>[0]> = {}) {
  const lines: FakeWebSocket[] = [];
  const socket = new LiveSocket({
    token: () => "token",
    refresh: async () => true,
    random: () => 0.5,
    ...options,
    open: () => {
      const line = new FakeWebSocket();
      lines.push(line);
      return line;
    },
  });
  let seq = 100;
  const line = () => {
    const last = lines.at(-1);
    if (!last) throw new Error("The page has not opened a line");
    return last;
  };
  return {
    socket,
    lines,
    line,
    /** Sends an event on a channel of company 7, with the next number. */
    emit(channel: string, data: EventData): void {
      seq += 1;
      line().says({ t: "event", seq, channel: `company-7-${channel}`, data });
    },
  };
}

/** Waits until all tasks that are ready have run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
