import * as v from "valibot";
import {
  type EventType,
  INTEGRATION_TYPES,
  type IntegrationAnswer,
  IntegrationBody,
  type IntegrationMade,
  type IntegrationType,
  TYPEBOT_DELAY_MS,
  TYPEBOT_EXPIRES_MINUTES,
} from "#automation/integrations/contract.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import { formatBilling, parseBilling } from "./billing-content.ts";
import type { IntegrationCalls } from "./integrations-api.ts";

/** Numbers are strings as typed; the contract parses them. */
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

/** Required fields by type; the form shows them only for that type. */
const REQUIRED_FIELDS: Readonly<Record<IntegrationType, readonly (keyof IntegrationValues & string)[]>> = {
  dialogflow: ["projectName", "jsonContent"],
  n8n: ["urlN8N"],
  webhook: ["urlN8N"],
  typebot: ["urlN8N", "typebotSlug"],
  billing: [],
};
/** The types to choose from for a new integration; without secrets only those that require no address and no key. */
export const typesFor = (mayHaveSecrets: boolean): readonly IntegrationType[] =>
  INTEGRATION_TYPES.filter((type) => mayHaveSecrets || REQUIRED_FIELDS[type].length === 0);
export const isHook = (type: IntegrationType): boolean => type === "n8n" || type === "webhook";

/** Form values of an integration; a new one gets the defaults of the contract. */
export const valuesOf = (
  stored: IntegrationAnswer | null,
  newType: IntegrationType = "webhook",
): IntegrationValues => ({
  type: stored?.type ?? newType,
  name: stored?.name ?? "",
  projectName: stored?.projectName ?? "",
  jsonContent: stored?.jsonContent ?? "",
  language: stored?.language ?? "pt-BR",
  urlN8N: stored?.urlN8N ?? "",
  typebotSlug: stored?.typebotSlug ?? "",
  typebotDelayMessage: String(stored?.typebotDelayMessage ?? TYPEBOT_DELAY_MS),
  typebotExpires: String(stored?.typebotExpires ?? TYPEBOT_EXPIRES_MINUTES),
  typebotKeywordFinish: stored?.typebotKeywordFinish ?? "",
  typebotKeywordRestart: stored?.typebotKeywordRestart ?? "",
  typebotRestartMessage: stored?.typebotRestartMessage ?? "",
  typebotUnknownMessage: stored?.typebotUnknownMessage ?? "",
  legacyPayload: stored?.legacyPayload ?? false,
  events: stored?.events ?? [],
});

/** The fields of every type, then those that this type requires. */
const schema = v.pipe(
  v.object(IntegrationBody.entries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const values = dataset.value as Readonly<Record<string, unknown>>;
    const noAction =
      dataset.value.type === "billing" && parseBilling(dataset.value.jsonContent ?? "").actions.length === 0;
    const names = noAction
      ? ["jsonContent"]
      : REQUIRED_FIELDS[dataset.value.type].filter((name) => !values[name]);
    for (const name of names)
      addIssue({
        message: "required",
        path: [{ type: "object", origin: "value", input: values, key: name, value: values[name] }],
      });
  }),
);

export interface IntegrationFormOptions {
  readonly integration: IntegrationAnswer | null;
  /** The type selected initially for a new integration. */
  readonly newType?: IntegrationType | undefined;
  readonly calls: Pick<IntegrationCalls, "create" | "update">;
  readonly onSaved: (saved: IntegrationMade) => void;
  readonly onFailure: (error: unknown) => void;
}

export function createIntegrationForm({
  integration,
  newType,
  calls,
  onSaved,
  onFailure,
}: IntegrationFormOptions) {
  return new FormModel<IntegrationValues>({
    initial: valuesOf(integration, newType),
    schema,
    fieldsOfCode: { ERR_URL_NOT_ALLOWED: { urlN8N: "invalid" } },
    onFailure,
    submit: async (values) => {
      const jsonContent =
        values.type === "billing" ? formatBilling(parseBilling(values.jsonContent)) : values.jsonContent;
      const body = { ...values, jsonContent, events: isHook(values.type) ? [...values.events] : [] };
      onSaved(await (integration ? calls.update(integration.id, body) : calls.create(body)));
    },
  });
}
