import * as v from "valibot";
import { CreateTemplateBody, placesIn, type TemplateAnswer } from "#channels/templates/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { templateCalls } from "./templates-api.ts";

export type Heading = "none" | "text" | "media";
export interface TemplateValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly language: string;
  readonly category: "UTILITY" | "MARKETING";
  readonly heading: Heading;
  readonly header: string;
  /** Sample of a heading of kind `media`. */
  readonly file: File | null;
  readonly body: string;
  readonly footer: string;
  /** One per variable of the body, in order. */
  readonly examples: readonly string[];
  readonly buttons: readonly string[];
}

export interface TemplateFormOptions {
  readonly onSaved: (made: TemplateAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

const schema = v.pipe(
  v.object({ ...CreateTemplateBody.entries, heading: v.string(), file: v.any() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.heading !== "media" || dataset.value.file) return;
    addIssue({
      message: "required",
      path: [{ type: "object", origin: "value", input: dataset.value, key: "file", value: null }],
    });
  }),
);

export function createTemplateForm(
  connectionId: number,
  { onSaved, onFailure }: TemplateFormOptions,
  calls: Pick<typeof templateCalls, "create"> = templateCalls,
) {
  return new FormModel<TemplateValues>({
    initial: {
      name: "",
      language: "pt_BR",
      category: "UTILITY",
      heading: "none",
      header: "",
      file: null,
      body: "",
      footer: "",
      examples: [],
      buttons: [],
    },
    schema,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async ({ heading, file, ...values }) => {
      const body = {
        ...values,
        header: heading === "text" ? values.header : "",
        examples: values.examples.slice(0, placesIn(values.body).length),
        buttons: [...values.buttons],
      };
      onSaved(await calls.create(connectionId, body, heading === "media" ? file : null));
    },
  });
}
