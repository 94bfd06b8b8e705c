import { CreateTemplateBody, placesIn, type TemplateAnswer } from "#templates/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form-model.ts";
import { templateCalls } from "./templates-api.ts";

export interface TemplateValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly language: string;
  readonly category: "UTILITY" | "MARKETING";
  readonly header: string;
  readonly body: string;
  readonly footer: string;
  /** One per value of the body, in order. */
  readonly examples: readonly string[];
}

export interface TemplateFormOptions {
  readonly onSaved: (made: TemplateAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** A new template of an official number. */
export function createTemplateForm(connectionId: number, { onSaved, onFailure }: TemplateFormOptions) {
  return new FormModel<TemplateValues>({
    initial: {
      name: "",
      language: "pt_BR",
      category: "UTILITY",
      header: "",
      body: "",
      footer: "",
      examples: [],
    },
    schema: CreateTemplateBody,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async (values) => {
      const examples = values.examples.slice(0, placesIn(values.body).length);
      onSaved(await templateCalls.create(connectionId, { ...values, examples }));
    },
  });
}
