import type { ToolCall, ToolShape } from "#automation/prompts/model/chat.ts";
import { fold } from "#platform/text.ts";

/** A row of the company that a tool may refer to. */
export interface Named {
  readonly id: number;
  readonly name: string;
}
export interface Reach {
  readonly queues: readonly Named[];
  readonly tags: readonly Named[];
}

/** An allowed action of a model; other tool calls are ignored (docs/rules/prompts.md#tools). */
export type Action =
  | { readonly kind: "queue"; readonly queue: Named }
  | { readonly kind: "person" }
  | { readonly kind: "close" }
  | { readonly kind: "tag"; readonly tag: Named };

const text = (description: string, values: readonly string[]) => ({
  type: "string",
  description,
  ...(values.length > 0 && { enum: values }),
});
const shape = (properties: Readonly<Record<string, unknown>>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const names = (rows: readonly Named[]): readonly string[] => rows.map(({ name }) => name);

/** The tools of a prompt; those without any row to refer to are omitted. */
export function toolsOf({ queues, tags }: Reach): readonly ToolShape[] {
  return [
    {
      name: "transfer_to_person",
      description: "O cliente pediu uma pessoa, ou você não pode ajudar: alguém da equipe continua.",
      parameters: shape({}),
    },
    ...(queues.length > 0
      ? [
          {
            name: "transfer_to_queue",
            description: "O assunto é de outro setor: alguém desse setor continua.",
            parameters: shape({ queue: text("Nome do setor", names(queues)) }),
          },
        ]
      : []),
    {
      name: "close_ticket",
      description: "O cliente disse que está tudo resolvido: encerra o atendimento.",
      parameters: shape({}),
    },
    ...(tags.length > 0
      ? [
          {
            name: "add_tag",
            description: "Marca o atendimento com uma etiqueta.",
            parameters: shape({ tag: text("Nome da etiqueta", names(tags)) }),
          },
        ]
      : []),
  ];
}

/** The action of a tool call; undefined when it refers to an unknown row. */
export function actionOf(call: Pick<ToolCall, "name" | "arguments">, reach: Reach): Action | undefined {
  switch (call.name) {
    case "transfer_to_person":
      return { kind: "person" };
    case "close_ticket":
      return { kind: "close" };
    case "transfer_to_queue": {
      const queue = byName(reach.queues, argument(call.arguments, "queue"));
      return queue && { kind: "queue", queue };
    }
    case "add_tag": {
      const tag = byName(reach.tags, argument(call.arguments, "tag"));
      return tag && { kind: "tag", tag };
    }
    default:
      return undefined;
  }
}

function argument(json: string, name: string): string {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== "object" || parsed === null || !Object.hasOwn(parsed, name)) return "";
    const value = (parsed as Record<string, unknown>)[name];
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}

const byName = (rows: readonly Named[], name: string): Named | undefined =>
  fold(name) === "" ? undefined : rows.find((row) => fold(row.name) === fold(name));

const PHRASE = /^[*_\s]*acao:\s*transferir/;

/**
 * For models without tools: a first line that begins with `Ação: transferir` requests a person, and is removed
 * (docs/rules/prompts.md#tools). Case and accents are ignored.
 */
export function withoutPhrase(answer: string): { readonly text: string; readonly asksForPerson: boolean } {
  const [first = "", ...rest] = answer.trimStart().split("\n");
  if (!PHRASE.test(fold(first))) return { text: answer.trim(), asksForPerson: false };
  return { text: rest.join("\n").trim(), asksForPerson: true };
}
