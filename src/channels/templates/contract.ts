import * as v from "valibot";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { ShortText } from "#platform/http/contract.ts";

const TEMPLATE_CATEGORIES = ["UTILITY", "MARKETING"] as const;
/** What may head a template instead of a line of text. */
export const TEMPLATE_MEDIA = ["image", "video", "document"] as const;
export type TemplateMedia = (typeof TEMPLATE_MEDIA)[number];
/** Quick replies a new template may have, and their longest words. */
export const MAX_TEMPLATE_BUTTONS = 3;
export const MAX_BUTTON_WORDS = 25;

/** A template as people choose it; `{{1}}` stand where values go. */
export const TemplateAnswer = v.object({
  id: v.number(),
  name: v.string(),
  language: v.string(),
  category: v.string(),
  /** In the network's words: APPROVED, PENDING, REJECTED, PAUSED … */
  status: v.string(),
  /** Why the network refused it, null when it did not. */
  reason: v.nullable(v.string()),
  header: v.string(),
  /** Of a template that is headed by a file: what kind; the file goes with each message. */
  media: v.nullable(v.picklist(TEMPLATE_MEDIA)),
  /** The sample it was handed in with, sent when a message brings no file of its own; null = it has to. */
  ...AttachmentAnswer.entries,
  body: v.string(),
  footer: v.string(),
  buttons: v.array(v.string()),
  /** Names of the values it takes, in the order in which they are sent: header, body, addresses of buttons. */
  variables: v.array(v.string()),
  /** Approved, and made of parts that can be filled in here. */
  usable: v.boolean(),
});
export type TemplateAnswer = v.InferOutput<typeof TemplateAnswer>;
export const TemplateList = v.object({
  templates: v.array(TemplateAnswer),
  syncedAt: v.nullable(v.string()),
});
export type TemplateList = v.InferOutput<typeof TemplateList>;

/** Most values a template takes, and the longest of them. */
const MAX_PARAMETERS = 50;
const MAX_PARAMETER = 1024;
/** What the network takes as a name. */
const TemplateName = v.pipe(v.string(), v.trim(), v.maxLength(512), v.regex(/^[a-z0-9_]{1,512}$/));
const TemplateLanguage = v.pipe(ShortText, v.trim(), v.regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/));
/** A new template: texts alone; an example for each `{{1}}` of the body. */
export const CreateTemplateBody = v.object({
  name: TemplateName,
  language: TemplateLanguage,
  category: v.picklist(TEMPLATE_CATEGORIES),
  header: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), ""),
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1024)),
  footer: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), ""),
  examples: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
      v.maxLength(MAX_PARAMETERS),
    ),
    [],
  ),
  /** Answers to press. */
  buttons: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_BUTTON_WORDS))),
      v.maxLength(MAX_TEMPLATE_BUTTONS),
    ),
    [],
  ),
});
export type CreateTemplateBody = v.InferOutput<typeof CreateTemplateBody>;

/** A template a message is planned with: its values may hold the variables of texts. */
export const TemplateChoice = v.object({
  templateName: TemplateName,
  templateLanguage: TemplateLanguage,
  /** As `variables` counts them. */
  parameters: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.maxLength(MAX_PARAMETER))),
    v.maxLength(MAX_PARAMETERS),
  ),
});
export type TemplateChoice = v.InferOutput<typeof TemplateChoice>;

/** The template a choice means, of those read from the number. */
export const chosenOf = <Row extends Pick<TemplateAnswer, "name" | "language">>(
  rows: readonly Row[],
  choice: Pick<TemplateChoice, "templateName" | "templateLanguage"> | null,
): Row | undefined =>
  choice === null
    ? undefined
    : rows.find(({ name, language }) => name === choice.templateName && language === choice.templateLanguage);

const PLACE = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;
/** Names of the places in a text, in order, each once. */
export const placesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACE)].map((match) => match[1] ?? "")),
];
/** The text with its values; a place without one stays. */
const filledIn = (text: string, value: (name: string) => string | undefined): string =>
  text.replace(PLACE, (place, name: string) => value(name) || place);

type Shown = Pick<TemplateAnswer, "header" | "body" | "footer">;
/** How a message of it reads; `values` as `variables` counts them. */
export function previewOf({ header, body, footer }: Shown, values: readonly string[]): string {
  const places = placesIn(header);
  const own = placesIn(body);
  const title = filledIn(header, (name) => values[places.indexOf(name)]);
  const text = filledIn(body, (name) => values[places.length + own.indexOf(name)]);
  return [title === "" ? "" : `*${title}*`, text, footer === "" ? "" : `_${footer}_`]
    .filter((part) => part !== "")
    .join("\n\n");
}
