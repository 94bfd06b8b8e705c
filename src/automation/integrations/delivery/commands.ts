import * as v from "valibot";
import type { Step } from "./adapter.ts";

/** Maximum commands of a response (docs/rules/integrations.md#commands). */
const MAX_COMMANDS = 20;
const MAX_WAIT_SECONDS = 30;
const MAX_TEXT = 4096;

const Id = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(1));
const Text = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.check((text) => text.trim() !== "" && text.length <= MAX_TEXT),
);
const Line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255));
const Label = v.union([
  v.string(),
  v.pipe(
    v.object({ label: v.string() }),
    v.transform(({ label }) => label),
  ),
]);
const Extra = v.pipe(
  v.union([
    v.array(v.object({ name: Line, value: v.pipe(v.string(), v.maxLength(2000)) })),
    v.pipe(
      v.record(Line, v.union([v.string(), v.number(), v.boolean()])),
      v.transform((known) => Object.entries(known).map(([name, value]) => ({ name, value: String(value) }))),
    ),
  ]),
  v.maxLength(50),
);

const shapes = {
  say: v.object({ text: Text }),
  media: v.object({ url: v.pipe(v.string(), v.maxLength(4000)), caption: v.optional(v.string(), "") }),
  menu: v.object({ text: Text, options: v.pipe(v.array(Label), v.minLength(1), v.maxLength(50)) }),
  transferQueue: v.object({ queueId: Id }),
  transferUser: v.object({ userId: Id }),
  close: v.object({ silent: v.optional(v.boolean(), false) }),
  endSession: v.object({}),
  note: v.object({ text: Text }),
  addTag: v.object({ tagId: Id }),
  removeTag: v.object({ tagId: Id }),
  setContact: v.object({
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100))),
    email: v.optional(v.pipe(v.string(), v.trim(), v.email())),
    extraInfo: v.optional(Extra, []),
  }),
  wait: v.object({ seconds: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_WAIT_SECONDS)) }),
} as const;
type Name = keyof typeof shapes;

/** A menu as text: one numbered line per label. */
export const menuText = (text: string, labels: readonly string[]): string =>
  [text, ...labels.map((label, index) => `*${index + 1}* - ${label}`)]
    .filter((line) => line !== "")
    .join("\n");

/**
 * Parses commands, `{ "say": { … } }` or `{ "type": "say", … }`: returns the valid ones in order, and the problems of
 * the others.
 */
export function readCommands(sent: readonly unknown[]): {
  readonly steps: Step[];
  readonly problems: string[];
} {
  const steps: Step[] = [];
  const problems: string[] = [];
  for (const [index, command] of sent.slice(0, MAX_COMMANDS).entries()) {
    const step = readCommand(command);
    if (step) steps.push(step);
    else problems.push(`command ${index + 1} not understood`);
  }
  if (sent.length > MAX_COMMANDS) problems.push(`more than ${MAX_COMMANDS} commands`);
  return { steps, problems };
}

function readCommand(command: unknown): Step | null {
  if (typeof command === "string") return readNamed(command, {});
  if (typeof command !== "object" || command === null) return null;
  const fields = command as Record<string, unknown>;
  const type = fields["type"] ?? fields["command"];
  if (typeof type === "string") return readNamed(type, fields);
  const [entry, ...others] = Object.entries(fields);
  return entry && others.length === 0 ? readNamed(entry[0], entry[1]) : null;
}

function readNamed(name: string, fields: unknown): Step | null {
  if (!Object.hasOwn(shapes, name)) return null;
  const parsed = v.safeParse(shapes[name as Name], fields);
  return parsed.success ? stepOf(name as Name, parsed.output) : null;
}

type Fields<N extends Name> = v.InferOutput<(typeof shapes)[N]>;

function stepOf(name: Name, fields: unknown): Step {
  switch (name) {
    case "menu": {
      const { text, options } = fields as Fields<"menu">;
      return { do: "say", text: menuText(text, options) };
    }
    case "wait":
      return { do: "wait", ms: (fields as Fields<"wait">).seconds * 1000, typing: true };
    case "media":
      return { do: "media", voice: false, ...(fields as Fields<"media">) };
    case "endSession":
      return { do: "endSession", failed: false };
    default:
      return { do: name, ...(fields as object) } as Step;
  }
}
