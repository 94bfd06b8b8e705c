/** One call of Balcão as it arrived. */
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

/** What the receiver does with a call: an answer, or what a receiver should not do. */
type HookAnswer = Response | { readonly commands: readonly unknown[] } | undefined;

/** The receiving side of webhooks: an n8n flow, or anything that takes JSON. */
export interface HookServer {
  /** Address to be typed into the integration. */
  readonly url: string;
  /** Everything that arrived, oldest first. */
  readonly calls: HookCall[];
  /** Sets the answer to further calls; the default is 200 with an empty body. */
  answer: (call: HookCall) => HookAnswer | Promise<HookAnswer>;
  /** Nobody listens until it is opened again. */
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
