import type { Trace } from "#automation/prompts/contract.ts";
import type { ChatAnswer, ChatMessage, ChatRequest, ToolCall } from "#automation/prompts/model/chat.ts";
import { type Situation, systemText } from "./system-prompt.ts";
import { type Action, actionOf, type Reach, toolsOf, withoutPhrase } from "./tools.ts";

/** A message of the conversation; `user` is the customer. */
export interface Line {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface Thinking {
  readonly situation: Omit<Situation, "queues">;
  readonly reach: Reach;
  /** Oldest first. */
  readonly lines: readonly Line[];
  readonly model: Pick<ChatRequest, "model" | "temperature">;
  /** Redacted from the model's output. */
  readonly secrets: readonly string[];
}

/** The model's reply and actions; actions refer only to rows of the company. */
export interface Thought {
  readonly text: string;
  readonly actions: readonly Action[];
  readonly ignored: readonly string[];
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly system: string;
}

/** Maximum number of model calls per answer: a model that returned only tool calls is called again for its text. */
const ROUNDS = 2;

/**
 * Runs the model on a conversation; used for customers and the test bench. `call` makes one completion and may throw;
 * it has no other effect.
 */
export async function think(
  thinking: Thinking,
  call: (request: ChatRequest) => Promise<ChatAnswer>,
): Promise<Thought> {
  const { situation, reach, lines, model, secrets } = thinking;
  const system = systemText({ ...situation, queues: reach.queues.map(({ name }) => name) });
  const messages: ChatMessage[] = [
    { role: "system", content: system },
    ...lines.map(({ role, text }): ChatMessage => ({ role, content: text })),
  ];
  const tools = toolsOf(reach);
  const actions: Action[] = [];
  const ignored: string[] = [];
  let [text, tokensIn, tokensOut] = ["", 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await call({ ...model, maxTokens: situation.maxTokens, messages, tools });
    tokensIn += answer.tokensIn;
    tokensOut += answer.tokensOut;
    const reply = withoutPhrase(answer.text);
    text = reply.text;
    if (reply.asksForPerson) actions.push({ kind: "person" });
    for (const toolCall of answer.calls) {
      const action = actionOf(toolCall, reach);
      if (action) actions.push(action);
      else ignored.push(`${toolCall.name} ${toolCall.arguments}`.slice(0, 300));
    }
    if (text !== "" || answer.calls.length === 0 || actions.some(isFinal)) break;
    messages.push(
      { role: "assistant", content: "", calls: answer.calls },
      ...answer.calls.map((call) => resultOf(call, reach)),
    );
  }
  return { text: redacted(text, secrets), actions, ignored, tokensIn, tokensOut, system };
}

const resultOf = (call: ToolCall, reach: Reach): ChatMessage => ({
  role: "tool",
  callId: call.id,
  content: actionOf(call, reach) ? "ok" : "não existe",
});

/** Whether the action ends the conversation with the model. */
export const isFinal = ({ kind }: Action): boolean => kind !== "tag";

/** Redacts API keys from model output, also those an admin wrote into the prompt. */
const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => (secret.length < 8 ? left : left.replaceAll(secret, "***")), text);

/** The trace of a run, to explain its answer later. */
export const traceOf = ({ text, actions, ignored, system }: Thought, lines: readonly Line[]): Trace => ({
  system,
  messages: [...lines],
  answer: text,
  actions: actions.map(named),
  ignored: [...ignored],
});

/** Converts an action to its form on the wire. */
export function named(action: Action): Trace["actions"][number] {
  switch (action.kind) {
    case "queue":
      return { name: "transfer_to_queue", target: action.queue.name };
    case "tag":
      return { name: "add_tag", target: action.tag.name };
    case "person":
      return { name: "transfer_to_person", target: null };
    case "close":
      return { name: "close_ticket", target: null };
  }
}
