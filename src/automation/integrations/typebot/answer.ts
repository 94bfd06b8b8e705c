import * as v from "valibot";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import { menuText } from "#automation/integrations/delivery/commands.ts";
import type { Step } from "#automation/integrations/delivery/steps.ts";
import { richText } from "./rich-text.ts";

const Loose = v.record(v.string(), v.unknown());
const Bubble = v.object({ type: v.string(), content: v.optional(v.nullable(Loose)) });
const Item = v.object({
  content: v.optional(v.nullable(v.string())),
  title: v.optional(v.nullable(v.string())),
  value: v.optional(v.nullable(v.string())),
});
const Input = v.object({
  id: v.optional(v.string(), ""),
  type: v.string(),
  items: v.optional(v.nullable(v.array(Item))),
  options: v.optional(v.nullable(Loose)),
});
/** What the flow says next, and what it asks for; no input = the flow is at its end. */
export const TypebotAnswer = v.object({
  sessionId: v.optional(v.string()),
  messages: v.optional(v.array(v.unknown()), []),
  input: v.optional(v.nullable(Input)),
});
export type TypebotAnswer = v.InferOutput<typeof TypebotAnswer>;

/** What the customer can answer the flow with. */
export interface Asked {
  readonly type: string;
  readonly choices: readonly string[];
}

/** Texts with which a flow says that it did not understand. */
const INVALID = [
  /^invalid message\b/i,
  /^mensagem inválida\b/i,
  /^mensaje inválido\b/i,
  /please,? try again\.?$/i,
];

export interface Voice {
  /** Typing before each bubble, ms. */
  readonly delayMs: number;
  /** Instead of the flow's own "invalid"; "" = as the flow says it. */
  readonly unknownMessage: string;
}

/** The flow's answer as what is to be done, with what it asks for (docs/rules/integrations.md#typebot). */
export function readAnswer(
  answer: TypebotAnswer,
  { delayMs, unknownMessage }: Voice,
): { readonly steps: Step[]; readonly asked: Asked | null } {
  const retry = String(answer.input?.options?.["retryMessageContent"] ?? "");
  const choices = choicesOf(answer);
  const steps: Step[] = [];
  const speak = (step: Step) => {
    if (delayMs > 0) steps.push({ do: "wait", ms: delayMs, typing: true });
    steps.push(step);
  };
  let ended = false;
  for (const sent of answer.messages) {
    const bubble = v.safeParse(Bubble, sent);
    if (!bubble.success) continue;
    const step = stepOf(bubble.output.type, bubble.output.content ?? {});
    if (!step) continue;
    if (step.do !== "say") {
      speak(step);
      continue;
    }
    const orders = ordersOf(step.text);
    if (orders) {
      steps.push(...orders);
      ended = true;
      break;
    }
    const unclear =
      unknownMessage !== "" && (step.text === retry || INVALID.some((words) => words.test(step.text)));
    speak(unclear ? { do: "say", text: unknownMessage } : step);
  }
  if (ended) return { steps, asked: null };
  if (choices.length > 0) speak({ do: "say", text: menuText("", choices) });
  // At the end of the flow a person goes on.
  if (!answer.input) return { steps: [...steps, { do: "endSession", failed: false }], asked: null };
  return { steps, asked: { type: answer.input.type, choices } };
}

const choicesOf = ({ input }: TypebotAnswer): readonly string[] =>
  (input?.items ?? []).flatMap((item) => {
    const label = [item.content, item.title, item.value].find((text) => text);
    return label ? [label] : [];
  });

const urlOf = (content: Readonly<Record<string, unknown>>): string => String(content["url"] ?? "");

/** Bubbles of every kind; what has no address or no text is none. */
function stepOf(type: string, content: Readonly<Record<string, unknown>>): Step | null {
  if (type === "text") {
    const text = richText(content);
    return text.trim() === "" ? null : { do: "say", text };
  }
  const url = urlOf(content);
  if (url === "") return null;
  const isFile = /^https?:\/\//i.test(url);
  if (type === "image" && isFile) return { do: "media", url, caption: "", voice: false };
  if (type === "audio" && isFile) return { do: "media", url, caption: "", voice: true };
  // Films of a film service are pages, not files.
  const isFilm = type === "video" && isFile && (content["type"] ?? "url") === "url";
  if (isFilm) return { do: "media", url, caption: "", voice: false };
  return { do: "say", text: url };
}

/** A text that begins with `#` and is JSON behind it gives orders; null when it is a text like any other. */
function ordersOf(text: string): Step[] | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith("#")) return null;
  const orders = readObject(trimmed.slice(1));
  if (!orders) return null;
  const queueId = idOf(orders["queueId"]);
  const userId = idOf(orders["userId"]);
  if (userId !== undefined) return [{ do: "transferUser", userId, queueId }];
  if (queueId !== undefined) return [{ do: "transferQueue", queueId }];
  return [{ do: "endSession", failed: false }];
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
