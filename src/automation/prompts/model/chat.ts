import * as v from "valibot";
import type { Installation } from "#tenants/installation.ts";
import { ModelFailed } from "./failure.ts";
import { callModel, type ModelServer } from "./server.ts";

/** A tool, in the format of the chat completions API. */
export interface ToolShape {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, unvalidated, as the model returned it. */
  readonly arguments: string;
}

export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly content: string };

export interface ChatRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolShape[];
}

export interface ChatAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly tokensIn: number;
  readonly tokensOut: number;
}

const Count = v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.transform(Math.trunc))), 0);
const Completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({
          content: v.optional(v.nullable(v.string()), ""),
          tool_calls: v.optional(
            v.nullable(
              v.array(
                v.object({
                  id: v.optional(v.string(), ""),
                  function: v.object({
                    name: v.string(),
                    arguments: v.optional(v.nullable(v.string()), "{}"),
                  }),
                }),
              ),
            ),
            [],
          ),
        }),
      }),
    ),
    v.minLength(1),
  ),
  usage: v.optional(v.nullable(v.object({ prompt_tokens: Count, completion_tokens: Count }))),
});

/** Reasoning models reject `max_tokens` and `temperature` with an error that names the parameter to use. */
const NEWER = /max_completion_tokens/;

/** Estimated tokens where a server reports no usage: about four characters each. */
const estimated = (text: string): number => Math.ceil(text.length / 4);

/** Requests one completion; repeats it once with the parameters of reasoning models. Throws ModelFailed. */
export async function complete(
  installation: Installation,
  server: ModelServer,
  request: ChatRequest,
): Promise<ChatAnswer> {
  const wire = wireOf(request);
  const body = JSON.stringify(wire);
  const { text } = await postCompletion(body).catch((error: unknown) => {
    if (!(error instanceof ModelFailed) || !NEWER.test(error.said)) throw error;
    const { max_tokens, temperature: _, ...rest } = wire;
    return postCompletion(JSON.stringify({ ...rest, max_completion_tokens: max_tokens }));
  });
  const parsed = v.safeParse(Completion, parse(text));
  const message = parsed.success ? parsed.output.choices[0]?.message : undefined;
  if (!parsed.success || !message) throw new ModelFailed("garbage", "no completion");
  const { usage } = parsed.output;
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => ({
    id,
    name: called.name,
    arguments: called.arguments ?? "{}",
  }));
  const answerText = message.content ?? "";
  return {
    text: answerText,
    calls,
    tokensIn: usage?.prompt_tokens || estimated(body),
    tokensOut: usage?.completion_tokens || estimated(answerText),
  };

  function postCompletion(sent: string) {
    const headers = { "content-type": "application/json" };
    return callModel(installation, server, "/chat/completions", { headers, body: sent });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailed("garbage", "no JSON");
  }
}

const wireOf = ({ model, maxTokens, temperature, messages, tools }: ChatRequest) => ({
  model,
  max_tokens: maxTokens,
  temperature,
  messages: messages.map(wireMessage),
  ...(tools.length > 0 && {
    tools: tools.map((tool) => ({ type: "function", function: tool })),
  }),
});

function wireMessage(message: ChatMessage) {
  if (message.role === "tool")
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  if (message.role !== "assistant" || !message.calls || message.calls.length === 0)
    return { role: message.role, content: message.content };
  return {
    role: "assistant",
    content: message.content,
    tool_calls: message.calls.map(({ id, name, arguments: given }) => ({
      id,
      type: "function",
      function: { name, arguments: given },
    })),
  };
}
