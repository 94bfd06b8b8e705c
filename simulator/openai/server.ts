import { Mp3Encoder } from "@breezystack/lamejs";

const RATE = 24_000;
let made: Uint8Array<ArrayBuffer> | undefined;

/** One second of humming: a recording like those of speech services. */
export function spokenMp3(): Uint8Array<ArrayBuffer> {
  made ??= hum();
  return made;
}

function hum(): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from(
    { length: RATE },
    (_, at) => 6000 * Math.sin((at * 2 * Math.PI * 180) / RATE),
  );
  const encoder = new Mp3Encoder(1, RATE, 48);
  return new Uint8Array(
    Buffer.concat(
      [encoder.encodeBuffer(samples), encoder.flush()].map((part) =>
        Buffer.from(part.buffer, part.byteOffset, part.length),
      ),
    ),
  );
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Keywords of a customer's text, and the model's reply. */
const RULES: readonly (readonly [RegExp, Reply])[] = [
  [
    /pessoa|atendente|humano|alguem/,
    {
      text: "Claro! Vou chamar alguém da equipe para continuar com você.",
      calls: [{ name: "transfer_to_person", arguments: {} }],
    },
  ],
  [
    /resolvido|era so isso|tchau/,
    { text: "Que bom! Até logo.", calls: [{ name: "close_ticket", arguments: {} }] },
  ],
  [/hora|abre|fecha|aberto/, { text: "Atendemos de segunda a sábado, das 8h às 18h." }],
  [/entrega|frete|prazo/, { text: "Entregamos em toda a cidade em até dois dias úteis." }],
  [/preco|custa|valor|quanto/, { text: "Os preços dependem do produto. Qual deles você procura?" }],
];

/** A model that answers as a shop and helps attendants; the same text gets the same reply. */
function ordinaryModel({ messages }: Completion): Reply {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  if (system.startsWith("Resuma")) return { text: summaryOf(asked) };
  if (system.startsWith("Você ajuda um atendente"))
    return { text: "Olá! Obrigado por escrever. Já estou verificando e retorno em instantes." };
  if (system.startsWith("Reescreva")) return { text: `${asked.trim().replace(/[.!]*$/, "")}. Conte comigo!` };
  if (system.startsWith("Traduza")) return { text: `[traduzido] ${asked}` };
  const rule = RULES.find(([words]) => words.test(plain(asked)));
  return rule?.[1] ?? { text: "Olá! Sou o assistente virtual. Como posso ajudar?" };
}

function summaryOf(conversation: string): string {
  const wishes = conversation
    .split("\n")
    .filter((line) => line.startsWith("Cliente: "))
    .map((line) => line.slice("Cliente: ".length));
  return `O cliente escreveu: ${wishes.join(" / ")}.\nFalta: continuar o atendimento.`;
}

interface SaidMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
}
/** A received completion request. */
export interface Completion {
  readonly model: string;
  readonly max_tokens: number;
  readonly temperature: number;
  readonly messages: readonly SaidMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}
/** The model's answer; `status` makes it an HTTP error, `raw` a malformed body. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: object | string }[];
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly status?: number;
  readonly raw?: string;
}
type Say = Reply | Promise<Reply> | ((request: Completion) => Reply | Promise<Reply>);

interface Call {
  readonly path: string;
  readonly key: string;
}

/** A server of the chat-completions dialect: completions with tools, transcriptions, speech. */
export interface OpenAiSimulator {
  /** URL including `/v1`. */
  readonly url: string;
  readonly calls: readonly Call[];
  readonly completions: readonly Completion[];
  /** Sizes and names of received recordings. */
  readonly recordings: readonly { readonly name: string; readonly bytes: number; readonly model: string }[];
  readonly spoken: readonly { readonly voice: string; readonly input: string }[];
  /** The next answers, in order; after them the ordinary model answers. */
  script(...answers: readonly Say[]): void;
  /** Transcripts of the next recordings; null = unintelligible. */
  hear(...transcripts: readonly (string | null)[]): void;
  /** Clears the scripted answers and the received requests. */
  clear(): void;
  stop(): Promise<void>;
}

/** The key that the simulator accepts. */
export const OPENAI_KEY = "sk-test-0123456789abcdef";

export function startOpenAi(port = 0): OpenAiSimulator {
  const calls: Call[] = [];
  const completions: Completion[] = [];
  const recordings: { name: string; bytes: number; model: string }[] = [];
  const spoken: { voice: string; input: string }[] = [];
  const script: Say[] = [];
  const transcripts: (string | null)[] = [];
  let made = 0;

  const problem = (status: number, message: string) =>
    Response.json({ error: { message, type: "invalid_request_error", code: null } }, { status });

  async function complete(request: Completion): Promise<Response> {
    completions.push(request);
    const next = script.shift() ?? ordinaryModel;
    const reply = await (typeof next === "function" ? next(request) : next);
    if (reply.raw !== undefined) return new Response(reply.raw, { status: reply.status ?? 200 });
    if (reply.status !== undefined && reply.status !== 200) return problem(reply.status, "scripted");
    made += 1;
    return Response.json(answerOf(request, reply, made));
  }

  async function transcribe(request: Request): Promise<Response> {
    const form = await request.formData();
    const file = form.get("file");
    if (!(file instanceof File)) return problem(400, "file is required");
    recordings.push({ name: file.name, bytes: file.size, model: String(form.get("model")) });
    const text = transcripts.length > 0 ? transcripts.shift() : "Qual é o horário de vocês?";
    return text === null || text === undefined ? problem(400, "unreadable audio") : Response.json({ text });
  }

  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    idleTimeout: 120,
    async fetch(request) {
      const path = new URL(request.url).pathname;
      const key = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
      calls.push({ path, key });
      if (key !== OPENAI_KEY) return problem(401, "Incorrect API key provided");
      if (path === "/v1/chat/completions") return complete((await request.json()) as Completion);
      if (path === "/v1/audio/transcriptions") return transcribe(request);
      if (path === "/v1/audio/speech") {
        const { voice, input } = (await request.json()) as { voice: string; input: string };
        spoken.push({ voice, input });
        return new Response(spokenMp3(), { headers: { "content-type": "audio/mpeg" } });
      }
      return problem(404, "Unknown request URL");
    },
  });

  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    completions,
    recordings,
    spoken,
    script: (...answers) => void script.push(...answers),
    hear: (...words) => void transcripts.push(...words),
    clear() {
      for (const list of [calls, completions, recordings, spoken, script, transcripts]) list.length = 0;
    },
    stop: () => server.stop(true),
  };
}

function answerOf({ model, messages }: Completion, reply: Reply, number: number) {
  const calls = (reply.calls ?? []).map((call, index) => ({
    id: `call_${number}_${index}`,
    type: "function",
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  const words = messages.map(({ content }) => content ?? "").join(" ");
  return {
    id: `chatcmpl-${number}`,
    object: "chat.completion",
    model,
    choices: [
      {
        index: 0,
        finish_reason: calls.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: reply.text ?? null,
          ...(calls.length > 0 && { tool_calls: calls }),
        },
      },
    ],
    usage: {
      prompt_tokens: reply.tokensIn ?? Math.ceil(words.length / 4),
      completion_tokens: reply.tokensOut ?? Math.ceil((reply.text ?? "").length / 4),
    },
  };
}
