import * as v from "valibot";
import { QueueRef } from "#accounts/queues/contract.ts";
import { Instant, OptionalId, plainName, RequiredId, ShortText } from "#platform/http/contract.ts";

/** The sixteen Brazilian neural voices of Azure Speech (docs/rules/prompts.md#fields). */
export const NEURAL_VOICES = [
  "pt-BR-FranciscaNeural",
  "pt-BR-AntonioNeural",
  "pt-BR-BrendaNeural",
  "pt-BR-DonatoNeural",
  "pt-BR-ElzaNeural",
  "pt-BR-FabioNeural",
  "pt-BR-GiovannaNeural",
  "pt-BR-HumbertoNeural",
  "pt-BR-JulioNeural",
  "pt-BR-LeilaNeural",
  "pt-BR-LeticiaNeural",
  "pt-BR-ManuelaNeural",
  "pt-BR-NicolauNeural",
  "pt-BR-ThalitaNeural",
  "pt-BR-ValerioNeural",
  "pt-BR-YaraNeural",
] as const;
/** Voices of `/audio/speech`, the speech call of the server that also answers. */
export const SERVER_VOICES = ["alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage"] as const;
export const TEXT_VOICE = "texto";
/** `texto`, a neural voice, or `servidor:<voice>`. */
export const VOICES: readonly string[] = [
  TEXT_VOICE,
  ...NEURAL_VOICES,
  ...SERVER_VOICES.map((voice) => `servidor:${voice}`),
];

/** Defaults of a prompt (docs/rules/prompts.md#fields). */
export const PROMPT_DEFAULTS = {
  voice: TEXT_VOICE,
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  baseUrl: "https://api.openai.com/v1",
  model: "gpt-4o-mini",
  monthlyBudgetTokens: 0,
  maxTurns: 20,
  sttModel: "whisper-1",
} as const;
const PROMPT_LIMITS = {
  maxTokens: { min: 1, max: 4096 },
  temperature: { min: 0, max: 2 },
  maxMessages: { min: 1, max: 50 },
  maxTurns: { min: 1, max: 1000 },
  monthlyBudgetTokens: { min: 0, max: 1_000_000_000 },
} as const;

export const PromptAnswer = v.object({
  id: v.number(),
  name: v.string(),
  prompt: v.string(),
  queueId: v.nullable(v.number()),
  queue: v.nullable(QueueRef),
  voice: v.string(),
  /** Masked; "" = none. */
  voiceKey: v.string(),
  voiceRegion: v.string(),
  maxTokens: v.number(),
  temperature: v.number(),
  /** Masked; "" = none. */
  apiKey: v.string(),
  maxMessages: v.number(),
  baseUrl: v.string(),
  model: v.string(),
  /** 0 = none. */
  monthlyBudgetTokens: v.number(),
  maxTurns: v.number(),
  sttModel: v.string(),
  /** Input and output tokens since the first of the month in the company's time zone. */
  tokensThisMonth: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type PromptAnswer = v.InferOutput<typeof PromptAnswer>;
export const PromptList = v.object({ prompts: v.array(PromptAnswer) });

const amount = ({ min, max }: { readonly min: number; readonly max: number }, whole = true) =>
  v.pipe(
    v.union([v.number(), v.pipe(ShortText, v.trim(), v.nonEmpty())]),
    v.transform(Number),
    v.number(),
    v.finite(),
    v.minValue(min),
    v.maxValue(max),
    v.check((value) => !whole || Number.isInteger(value)),
  );
const Secret = v.pipe(v.string(), v.trim(), v.maxLength(1000), v.regex(/^[\x20-\x7e]*$/));
const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  // Support sessions see the address, and keys have their own field: an address with a user name, password, query or
  // fragment is rejected. A query would also precede the path of a call.
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
};
const BaseUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500),
  v.check((text) => text === "" || isWebAddress(text)),
  v.transform((text) => text.replace(/\/+$/, "") || PROMPT_DEFAULTS.baseUrl),
);
const word = (fallback: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(200),
    v.transform((text) => text || fallback),
  );

/** Absent optional fields keep their value; a new prompt gets the defaults. */
export const PromptBody = v.object({
  name: plainName(1, 255),
  prompt: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(20_000)),
  /** None = 400 ERR_QUEUE_REQUIRED. */
  queueId: v.optional(OptionalId),
  apiKey: v.optional(Secret),
  voice: v.optional(v.picklist(VOICES)),
  voiceKey: v.optional(v.nullable(Secret)),
  voiceRegion: v.optional(
    v.nullable(v.pipe(ShortText, v.trim(), v.toLowerCase(), v.regex(/^[a-z0-9-]{0,40}$/))),
  ),
  maxTokens: v.optional(amount(PROMPT_LIMITS.maxTokens)),
  temperature: v.optional(amount(PROMPT_LIMITS.temperature, false)),
  maxMessages: v.optional(amount(PROMPT_LIMITS.maxMessages)),
  baseUrl: v.optional(v.nullable(BaseUrl)),
  model: v.optional(v.nullable(word(PROMPT_DEFAULTS.model))),
  monthlyBudgetTokens: v.optional(amount(PROMPT_LIMITS.monthlyBudgetTokens)),
  maxTurns: v.optional(amount(PROMPT_LIMITS.maxTurns)),
  sttModel: v.optional(v.nullable(word(PROMPT_DEFAULTS.sttModel))),
});
export type PromptBody = v.InferOutput<typeof PromptBody>;
/** Absent fields keep their value. */
export const UpdatePromptBody = v.object({
  ...PromptBody.entries,
  name: v.optional(PromptBody.entries.name),
  prompt: v.optional(PromptBody.entries.prompt),
});
export type UpdatePromptBody = v.InferOutput<typeof UpdatePromptBody>;

/** An action of a prompt on the ticket; targets are rows of the company. */
const ACTIONS = ["transfer_to_queue", "transfer_to_person", "close_ticket", "add_tag"] as const;
const AiAction = v.object({ name: v.picklist(ACTIONS), target: v.nullable(v.string()) });

const RUN_PURPOSES = [
  "answer",
  "summary",
  "transcript",
  "speech",
  "bench",
  "suggest",
  "summarise",
  "rewrite",
  "translate",
] as const;
export type RunPurpose = (typeof RUN_PURPOSES)[number];
const RUN_RESULTS = ["answered", "handed_over", "closed", "dropped", "cancelled", "failed"] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

/** The messages to and from a model; never a key. */
export const Trace = v.object({
  /** The system prompt. */
  system: v.string(),
  messages: v.array(v.object({ role: v.picklist(["user", "assistant"]), text: v.string() })),
  /** The answer, "" = none. */
  answer: v.string(),
  actions: v.array(AiAction),
  /** Tool calls that were ignored: not allowed, or naming unknown rows. */
  ignored: v.array(v.string()),
});
export type Trace = v.InferOutput<typeof Trace>;

export const RunAnswer = v.object({
  id: v.number(),
  purpose: v.picklist(RUN_PURPOSES),
  prompt: v.nullable(v.object({ id: v.number(), name: v.string() })),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  model: v.string(),
  tokensIn: v.number(),
  tokensOut: v.number(),
  ms: v.number(),
  result: v.picklist(RUN_RESULTS),
  /** The reason of a handoff, or the error. */
  error: v.nullable(v.string()),
  trace: v.nullable(Trace),
  at: Instant,
});
export type RunAnswer = v.InferOutput<typeof RunAnswer>;
export const RunList = v.object({ runs: v.array(RunAnswer) });

const Line = v.object({
  role: v.picklist(["user", "assistant"]),
  text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(4096)),
});
/** `POST /prompt/{id}/bench`: the conversation so far, ending with a message of the customer. */
export const BenchBody = v.object({ messages: v.pipe(v.array(Line), v.minLength(1), v.maxLength(100)) });
export type BenchBody = v.InferOutput<typeof BenchBody>;
export const BenchAnswer = v.object({
  text: v.string(),
  actions: v.array(AiAction),
  ignored: v.array(v.string()),
  /** The reason of a handoff to a person; null without one. */
  handsOver: v.nullable(v.string()),
  model: v.string(),
  tokensIn: v.number(),
  tokensOut: v.number(),
  ms: v.number(),
  system: v.string(),
});
export type BenchAnswer = v.InferOutput<typeof BenchAnswer>;

const ASSISTS = ["suggest", "summarise", "rewrite", "translate"] as const;
export const TONES = ["friendly", "formal", "short", "clear"] as const;
export const LANGUAGES = ["pt", "en", "es"] as const;
/** `POST /prompt/assist`: helps an attendant; nothing is sent. `text` is required for rewriting and translating. */
export const AssistBody = v.object({
  ticketId: RequiredId,
  kind: v.picklist(ASSISTS),
  text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(4096)), ""),
  tone: v.optional(v.picklist(TONES), "friendly"),
  language: v.optional(v.picklist(LANGUAGES), "pt"),
});
export type AssistBody = v.InferOutput<typeof AssistBody>;
export const AssistAnswer = v.object({ text: v.string() });
