import * as v from "valibot";
import { PROMPT_DEFAULTS, type PromptAnswer, PromptBody } from "#automation/prompts/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import type { PromptCalls } from "./prompts-api.ts";

/** Numbers are strings as typed; the contract parses them. */
export interface PromptValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly apiKey: string;
  readonly prompt: string;
  /** 0 = no queue selected. */
  readonly queueId: number;
  readonly voice: string;
  readonly voiceKey: string;
  readonly voiceRegion: string;
  readonly temperature: string;
  readonly maxTokens: string;
  readonly maxMessages: string;
  readonly maxTurns: string;
  readonly monthlyBudgetTokens: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly sttModel: string;
}

/** A prompt requires a queue (docs/rules/prompts.md#fields). */
const schema = v.object({ ...PromptBody.entries, queueId: v.pipe(v.number(), v.minValue(1)) });

/** Form values of a prompt; a new one gets the defaults of the contract. */
export function valuesOf(prompt: PromptAnswer | null): PromptValues {
  const stored = { ...PROMPT_DEFAULTS, ...prompt };
  return {
    name: prompt?.name ?? "",
    apiKey: prompt?.apiKey ?? "",
    prompt: prompt?.prompt ?? "",
    queueId: prompt?.queueId ?? 0,
    voice: stored.voice,
    voiceKey: prompt?.voiceKey ?? "",
    voiceRegion: prompt?.voiceRegion ?? "",
    temperature: String(stored.temperature),
    maxTokens: String(stored.maxTokens),
    maxMessages: String(stored.maxMessages),
    maxTurns: String(stored.maxTurns),
    monthlyBudgetTokens: String(stored.monthlyBudgetTokens),
    baseUrl: stored.baseUrl,
    model: stored.model,
    sttModel: stored.sttModel,
  };
}

/** The request body; a decimal comma becomes a point. */
const bodyOf = (values: PromptValues): v.InferInput<typeof PromptBody> => ({
  ...values,
  temperature: values.temperature.replace(",", "."),
});

export interface PromptFormOptions {
  readonly prompt: PromptAnswer | null;
  readonly calls: Pick<PromptCalls, "create" | "update">;
  readonly onSaved: (saved: PromptAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

export function createPromptForm({ prompt, calls, onSaved, onFailure }: PromptFormOptions) {
  return new FormModel<PromptValues>({
    initial: valuesOf(prompt),
    schema: v.pipe(
      v.custom<PromptValues>(() => true),
      v.transform(bodyOf),
      schema,
    ),
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    fieldsOfCode: {
      ERR_QUEUE_REQUIRED: { queueId: "required" },
      ERR_URL_NOT_ALLOWED: { baseUrl: "invalid" },
    },
    onFailure,
    submit: async (values) => {
      const body = bodyOf(values);
      onSaved(await (prompt ? calls.update(prompt.id, body) : calls.create(body)));
    },
  });
}
