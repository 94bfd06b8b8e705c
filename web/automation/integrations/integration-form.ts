import * as v from "valibot";
import {
  type EventType,
  type IntegrationAnswer,
  IntegrationBody,
  type IntegrationMade,
  type IntegrationType,
  TYPEBOT_DELAY_MS,
  TYPEBOT_EXPIRES_MINUTES,
} from "#automation/integrations/contract.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import { readBilling, writeBilling } from "./billing-content.ts";
import type { IntegrationCalls } from "./integrations-api.ts";

/** Numbers are kept as typed; the contract turns them into numbers. */
export interface IntegrationValues extends Readonly<Record<string, unknown>> {
  readonly type: IntegrationType;
  readonly name: string;
  readonly projectName: string;
  readonly jsonContent: string;
  readonly language: IntegrationAnswer["language"];
  readonly urlN8N: string;
  readonly typebotSlug: string;
  readonly typebotDelayMessage: string;
  readonly typebotExpires: string;
  readonly typebotKeywordFinish: string;
  readonly typebotKeywordRestart: string;
  readonly typebotRestartMessage: string;
  readonly typebotUnknownMessage: string;
  readonly legacyPayload: boolean;
  readonly events: readonly EventType[];
}

/** The fields a type cannot do without; they stand in the form only with it. */
const NEEDED: Readonly<Record<IntegrationType, readonly (keyof IntegrationValues & string)[]>> = {
  dialogflow: ["projectName", "jsonContent"],
  n8n: ["urlN8N"],
  webhook: ["urlN8N"],
  typebot: ["urlN8N", "typebotSlug"],
  billing: [],
};
export const isHook = (type: IntegrationType): boolean => type === "n8n" || type === "webhook";

/** What an integration looks like in the form; the defaults of the contract for a new one. */
export const valuesOf = (given: IntegrationAnswer | null): IntegrationValues => ({
  type: given?.type ?? "webhook",
  name: given?.name ?? "",
  projectName: given?.projectName ?? "",
  jsonContent: given?.jsonContent ?? "",
  language: given?.language ?? "pt-BR",
  urlN8N: given?.urlN8N ?? "",
  typebotSlug: given?.typebotSlug ?? "",
  typebotDelayMessage: String(given?.typebotDelayMessage ?? TYPEBOT_DELAY_MS),
  typebotExpires: String(given?.typebotExpires ?? TYPEBOT_EXPIRES_MINUTES),
  typebotKeywordFinish: given?.typebotKeywordFinish ?? "",
  typebotKeywordRestart: given?.typebotKeywordRestart ?? "",
  typebotRestartMessage: given?.typebotRestartMessage ?? "",
  typebotUnknownMessage: given?.typebotUnknownMessage ?? "",
  legacyPayload: given?.legacyPayload ?? false,
  events: given?.events ?? [],
});

/** What every type has in common, and then what this one needs. */
const schema = v.pipe(
  v.object(IntegrationBody.entries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const values = dataset.value as Readonly<Record<string, unknown>>;
    const noAction =
      dataset.value.type === "billing" && readBilling(dataset.value.jsonContent ?? "").actions.length === 0;
    const names = noAction ? ["jsonContent"] : NEEDED[dataset.value.type].filter((name) => !values[name]);
    for (const name of names)
      addIssue({
        message: "required",
        path: [{ type: "object", origin: "value", input: values, key: name, value: values[name] }],
      });
  }),
);

export interface IntegrationFormOptions {
  readonly integration: IntegrationAnswer | null;
  readonly calls: Pick<IntegrationCalls, "create" | "update">;
  readonly onSaved: (saved: IntegrationMade) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Adds an integration, or changes the one given. */
export function createIntegrationForm({ integration, calls, onSaved, onFailure }: IntegrationFormOptions) {
  return new FormModel<IntegrationValues>({
    initial: valuesOf(integration),
    schema,
    fieldsOfCode: { ERR_URL_NOT_ALLOWED: { urlN8N: "invalid" } },
    onFailure,
    submit: async (values) => {
      const jsonContent =
        values.type === "billing" ? writeBilling(readBilling(values.jsonContent)) : values.jsonContent;
      const body = { ...values, jsonContent, events: isHook(values.type) ? [...values.events] : [] };
      onSaved(await (integration ? calls.update(integration.id, body) : calls.create(body)));
    },
  });
}
