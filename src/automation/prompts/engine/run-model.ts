import type { Trace } from "#automation/prompts/contract.ts";
import type { ChatAnswer, ChatMessage, ChatRequest, ToolCall } from "#automation/prompts/model/chat.ts";
import { type Situation, systemText } from "./system-prompt.ts";
import { type Action, actionOf, type Reach, toolsOf, withoutPhrase } from "./tools.ts";

/** One thing said in the conversation; the customer is `user`. */
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
  /** Never said to anybody, whatever the model says. */
  readonly secrets: readonly string[];
}

/** What the model wants to say and do; its actions are the company's own. */
export interface Thought {
  readonly text: string;
  readonly actions: readonly Action[];
  readonly ignored: readonly string[];
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly system: string;
}

/** A model that only calls tools is asked once more for its words. */
const ROUNDS = 2;

/**
 * One answer of a model to a conversation: the same for customers and on the test bench. `ask` makes one completion
 * and may throw; nothing else is touched.
 */
export async function think(
  thinking: Thinking,
  ask: (request: ChatRequest) => Promise<ChatAnswer>,
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
    const answer = await ask({ ...model, maxTokens: situation.maxTokens, messages, tools });
    tokensIn += answer.tokensIn;
    tokensOut += answer.tokensOut;
    const said = withoutPhrase(answer.text);
    text = said.text;
    if (said.asksForPerson) actions.push({ kind: "person" });
    for (const call of answer.calls) {
      const action = actionOf(call, reach);
      if (action) actions.push(action);
      else ignored.push(`${call.name} ${call.arguments}`.slice(0, 300));
    }
    if (text !== "" || answer.calls.length === 0 || actions.some(endsIt)) break;
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

/** After it the model has nothing more to say. */
export const endsIt = ({ kind }: Action): boolean => kind !== "tag";

/** A key somebody wrote into the prompt itself does not leave by the model's mouth. */
const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => (secret.length < 8 ? left : left.replaceAll(secret, "***")), text);

/** What is kept of it for whoever wants to know why it was said. */
export const traceOf = ({ text, actions, ignored, system }: Thought, lines: readonly Line[]): Trace => ({
  system,
  messages: [...lines],
  answer: text,
  actions: actions.map(named),
  ignored: [...ignored],
});

/** An action in the words of the wire. */
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
