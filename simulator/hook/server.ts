/** One call of the product. */
interface HookCall {
  readonly path: string;
  readonly headers: Headers;
  readonly raw: string;
  readonly body: {
    readonly id: string;
    readonly type: string;
    readonly message: { readonly id: number; readonly body: string; readonly mediaUrl: string | null } | null;
    readonly ticket: { readonly id: number; readonly queueId: number | null } | null;
    readonly links: { readonly callback?: string };
  };
}

/** The receiver's reaction to a call: a response, or a failure. */
type HookAnswer = Response | { readonly commands: readonly unknown[] } | undefined;

/** The receiver of webhooks: an n8n flow, or any server that accepts JSON. */
export interface HookServer {
  /** Address for the integration's settings. */
  readonly url: string;
  /** Received calls, oldest first. */
  readonly calls: HookCall[];
  /** Sets the answer to further calls; the default is 200 with an empty body. */
  answer: (call: HookCall) => HookAnswer | Promise<HookAnswer>;
  /** While true, the port is closed. */
  down: boolean;
  stop(): Promise<void>;
}

export function startHook(options: { readonly port?: number } = {}): HookServer {
  const server = Bun.serve({
    port: options.port ?? 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      if (hook.down) return new Response("bad gateway", { status: 502 });
      const raw = await request.text();
      const body = JSON.parse(raw === "" ? "{}" : raw) as HookCall["body"];
      const call = { path: new URL(request.url).pathname, headers: request.headers, raw, body };
      hook.calls.push(call);
      const answer = await hook.answer(call);
      if (answer instanceof Response) return answer;
      return Response.json(answer ?? {});
    },
  });
  const hook: HookServer = {
    url: `http://127.0.0.1:${server.port}/webhook/balcao`,
    calls: [],
    answer: () => undefined,
    down: false,
    async stop() {
      await server.stop(true);
    },
  };
  return hook;
}
