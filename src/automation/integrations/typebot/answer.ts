import * as v from "valibot";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Step } from "#automation/integrations/delivery/adapter.ts";
import { menuText } from "#automation/integrations/delivery/commands.ts";

type Node = Readonly<Record<string, unknown>>;

const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter((node): node is Node => typeof node === "object" && node !== null) : [];
/** Maximum nesting of lists and variables. */
const DEPTH = 12;

/**
 * The text of a bubble in WhatsApp's formatting: bold, italic, underline as markers, links as plain text
 * (docs/rules/integrations.md#typebot).
 */
function richText(content: Node): string {
  const blocks = nodesOf(content["richText"]);
  if (blocks.length > 0) return blocks.map((block) => lineOf(block, 0)).join("\n");
  const { markdown, plainText, html } = content as {
    markdown?: unknown;
    plainText?: unknown;
    html?: unknown;
  };
  if (typeof markdown === "string") return markdown.replace(/\*\*(.+?)\*\*/g, "*$1*");
  if (typeof plainText === "string") return plainText;
  return typeof html === "string" ? withoutTags(html) : "";
}

function lineOf(node: Node, depth: number): string {
  if (depth > DEPTH) return "";
  const inner = nodesOf(node["children"]);
  if (node["type"] === "ul" || node["type"] === "ol")
    return inner
      .map((item, index) => `${node["type"] === "ol" ? `${index + 1}.` : "-"} ${lineOf(item, depth + 1)}`)
      .join("\n");
  return inner.map((child) => partOf(child, depth + 1)).join("");
}

function partOf(node: Node, depth: number): string {
  const { text, url } = node;
  if (typeof text === "string") return marked(text, node);
  const inner = lineOf(node, depth);
  if (node["type"] !== "a" || typeof url !== "string") return inner;
  return inner === "" || inner === url ? url : `${inner} (${url})`;
}

/** Markers directly around the text, with blanks outside: WhatsApp requires it. */
function marked(text: string, { bold, italic, underline, strikethrough }: Node): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (words === "") return text;
  let result = words;
  if (bold === true) result = `*${result}*`;
  if (italic === true || underline === true) result = `_${result}_`;
  if (strikethrough === true) result = `~${result}~`;
  return before + result + after;
}

const withoutTags = (html: string): string =>
  html
    .slice(0, 20_000)
    .replace(/<br\s*\/?>|<\/(?:p|div)>/gi, "\n")
    .replace(/<[^>]{0,2000}>/g, "")
    .trim();

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
/** A response of the flow: messages, and the expected input; no input = the flow has ended. */
export const TypebotAnswer = v.object({
  sessionId: v.optional(v.string()),
  messages: v.optional(v.array(v.unknown()), []),
  input: v.optional(v.nullable(Input)),
});
export type TypebotAnswer = v.InferOutput<typeof TypebotAnswer>;

/** The input the flow expects. */
export interface Asked {
  readonly type: string;
  readonly choices: readonly string[];
}

/** Messages by which a flow reports an invalid input. */
const INVALID = [
  /^invalid message\b/i,
  /^mensagem inválida\b/i,
  /^mensaje inválido\b/i,
  /please,? try again\.?$/i,
];

interface Voice {
  /** Typing indicator before each bubble, ms. */
  readonly delayMs: number;
  /** Replaces the flow's message for invalid input; "" = keep it. */
  readonly unknownMessage: string;
}

/** Converts a response to steps and the expected input (docs/rules/integrations.md#typebot). */
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
    const commands = commandsOf(step.text);
    if (commands) {
      steps.push(...commands);
      ended = true;
      break;
    }
    const unclear =
      unknownMessage !== "" && (step.text === retry || INVALID.some((words) => words.test(step.text)));
    speak(unclear ? { do: "say", text: unknownMessage } : step);
  }
  if (ended) return { steps, asked: null };
  if (choices.length > 0) speak({ do: "say", text: menuText("", choices) });
  // At the end of the flow a person takes over.
  if (!answer.input) return { steps: [...steps, { do: "endSession", failed: false }], asked: null };
  return { steps, asked: { type: answer.input.type, choices } };
}

const choicesOf = ({ input }: TypebotAnswer): readonly string[] =>
  (input?.items ?? []).flatMap((item) => {
    const label = [item.content, item.title, item.value].find((text) => text);
    return label ? [label] : [];
  });

const urlOf = (content: Readonly<Record<string, unknown>>): string => String(content["url"] ?? "");

/** Converts a bubble; null without an address or text. */
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
  // Videos of a streaming service are pages, not files.
  const isFilm = type === "video" && isFile && (content["type"] ?? "url") === "url";
  if (isFilm) return { do: "media", url, caption: "", voice: false };
  return { do: "say", text: url };
}

/** A text of `#` followed by JSON contains commands; null for any other text. */
function commandsOf(text: string): Step[] | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith("#")) return null;
  const commands = readObject(trimmed.slice(1));
  if (!commands) return null;
  const queueId = idOf(commands["queueId"]);
  const userId = idOf(commands["userId"]);
  if (userId !== undefined) return [{ do: "transferUser", userId, queueId }];
  if (queueId !== undefined) return [{ do: "transferQueue", queueId }];
  return [{ do: "endSession", failed: false }];
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
