/** A bubble of a flow in the API's format. */
export interface Bubble {
  readonly type: "text" | "image" | "video" | "audio" | "embed";
  readonly content: Readonly<Record<string, unknown>>;
}
/** A step of a flow: its messages and its input; without input the flow has ended. */
export interface FlowStep {
  readonly messages: readonly Bubble[];
  readonly input?: {
    readonly id: string;
    readonly type: string;
    readonly items?: readonly { readonly id: string; readonly content: string }[];
    readonly options?: Readonly<Record<string, unknown>>;
  };
}
/** The flow: maps the answers of a session to its next step; null = the last answer was invalid. */
type Flow = (answers: readonly string[], variables: Readonly<Record<string, string>>) => FlowStep | null;

interface TypebotSession {
  readonly variables: Readonly<Record<string, string>>;
  readonly answers: string[];
  step: FlowStep;
}

/** Simulates the used part of Typebot's chat API: startChat and continueChat. */
export interface TypebotSimulator {
  /** Base address for the integration's settings; the flow's name is `atendimento`. */
  readonly url: string;
  readonly sessions: Map<string, TypebotSession>;
  /** Bodies of all calls, oldest first. */
  readonly calls: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
  flow: Flow;
  /** Overrides every response; null = the default. */
  instead: (() => Response | Promise<Response>) | null;
  stop(): Promise<void>;
}

export const SLUG = "atendimento";
/** A text bubble of one paragraph. */
export const text = (words: string): Bubble => ({
  type: "text",
  content: { type: "richText", richText: [{ type: "p", children: [{ text: words }] }] },
});
export const choices = (id: string, ...labels: readonly string[]): NonNullable<FlowStep["input"]> => ({
  id,
  type: "choice input",
  items: labels.map((content, index) => ({ id: `${id}-${index}`, content })),
});
export const ask = (id: string, type = "text input"): NonNullable<FlowStep["input"]> => ({ id, type });

export function startTypebot(options: { readonly port?: number } = {}): TypebotSimulator {
  let made = 0;
  const shown = (step: FlowStep) => ({
    messages: step.messages.map((bubble, index) => ({ id: `b${index}`, ...bubble })),
    ...(step.input && { input: step.input }),
    clientSideActions: [],
  });
  const wordsOf = (message: unknown): string | undefined =>
    typeof message === "string" ? message : (message as { text?: string } | undefined)?.text;

  const start = (slug: string, body: Readonly<Record<string, unknown>>): Response => {
    if (slug !== SLUG)
      return Response.json({ message: "Typebot not found", code: "NOT_FOUND" }, { status: 404 });
    made += 1;
    const variables = (body["prefilledVariables"] ?? {}) as Record<string, string>;
    const step = simulator.flow([], variables) ?? { messages: [] };
    const id = `session-${made}`;
    simulator.sessions.set(id, { variables, answers: [], step });
    return Response.json({ sessionId: id, resultId: `r${made}`, typebot: { id: slug }, ...shown(step) });
  };
  const go = (id: string, body: Readonly<Record<string, unknown>>): Response => {
    const session = simulator.sessions.get(id);
    if (!session) return Response.json({ message: "Session not found.", code: "NOT_FOUND" }, { status: 404 });
    const answers = [...session.answers, wordsOf(body["message"]) ?? ""];
    const next = simulator.flow(answers, session.variables);
    if (!next)
      return Response.json(
        shown({ ...session.step, messages: [text("Invalid message. Please, try again.")] }),
      );
    session.answers.push(answers.at(-1) ?? "");
    session.step = next;
    return Response.json(shown(next));
  };

  const server = Bun.serve({
    port: options.port ?? 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const path = new URL(request.url).pathname;
      const body = (await request.json()) as Readonly<Record<string, unknown>>;
      simulator.calls.push({ path, body });
      if (simulator.instead) return simulator.instead();
      const [, api, version, kind, id = "", verb] = path.split("/");
      if (request.method !== "POST" || api !== "api" || version !== "v1")
        return new Response("", { status: 404 });
      if (kind === "typebots" && verb === "startChat") return start(id, body);
      if (kind === "sessions" && verb === "continueChat") return go(id, body);
      return new Response("", { status: 404 });
    },
  });
  const simulator: TypebotSimulator = {
    url: `http://127.0.0.1:${server.port}`,
    sessions: new Map(),
    calls: [],
    flow: () => ({ messages: [text("Olá!")], input: ask("nome") }),
    instead: null,
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}
