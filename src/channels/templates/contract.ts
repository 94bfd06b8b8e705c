import * as v from "valibot";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { ShortText } from "#platform/http/contract.ts";

const TEMPLATE_CATEGORIES = ["UTILITY", "MARKETING"] as const;
/** Media types of a template header. */
export const TEMPLATE_MEDIA = ["image", "video", "document"] as const;
export type TemplateMedia = (typeof TEMPLATE_MEDIA)[number];
/** Maximum number of quick replies of a new template, and their maximum length. */
export const MAX_TEMPLATE_BUTTONS = 3;
export const MAX_BUTTON_LENGTH = 25;

/** A template in the picker; `{{1}}` marks a parameter. */
export const TemplateAnswer = v.object({
  id: v.number(),
  name: v.string(),
  language: v.string(),
  category: v.string(),
  /** Meta's status of the template: APPROVED, PENDING, REJECTED, PAUSED … */
  status: v.string(),
  /** Meta's reason for the rejection; null otherwise. */
  reason: v.nullable(v.string()),
  /** GREEN, YELLOW, RED; "" when Meta has not rated it. */
  quality: v.optional(v.string()),
  /** When Meta ends the pause of a paused template; null = not stated. */
  pausedUntil: v.optional(v.nullable(v.string())),
  /** The category before Meta changed it. */
  previousCategory: v.optional(v.nullable(v.string())),
  header: v.string(),
  /** Media type of the header; the file is sent with each message. Null without a media header. */
  media: v.nullable(v.picklist(TEMPLATE_MEDIA)),
  /**
   * The sample file that the template was submitted with, used when a message has no file; null: the
   * message needs a file.
   */
  ...AttachmentAnswer.entries,
  body: v.string(),
  footer: v.string(),
  buttons: v.array(v.string()),
  /** Names of its parameters, in the order in which they are sent: header, body, button URLs. */
  variables: v.array(v.string()),
  /** True when the template is approved and all of its components can be filled in here. */
  usable: v.boolean(),
});
export type TemplateAnswer = v.InferOutput<typeof TemplateAnswer>;
export const TemplateList = v.object({
  templates: v.array(TemplateAnswer),
  syncedAt: v.nullable(v.string()),
});
export type TemplateList = v.InferOutput<typeof TemplateList>;

/** Maximum number of parameters, and their maximum length. */
const MAX_PARAMETERS = 50;
const MAX_PARAMETER = 1024;
/** The form of a template name at Meta. */
const TemplateName = v.pipe(v.string(), v.trim(), v.maxLength(512), v.regex(/^[a-z0-9_]{1,512}$/));
const TemplateLanguage = v.pipe(ShortText, v.trim(), v.regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/));
/** A new text template; one example for each `{{1}}` of the body. */
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
  /** Quick replies. */
  buttons: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_BUTTON_LENGTH))),
      v.maxLength(MAX_TEMPLATE_BUTTONS),
    ),
    [],
  ),
});
export type CreateTemplateBody = v.InferOutput<typeof CreateTemplateBody>;

/** The template of a planned message; its parameters may contain text variables. */
export const TemplateChoice = v.object({
  templateName: TemplateName,
  templateLanguage: TemplateLanguage,
  /** Values in the order of `variables`. */
  parameters: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.maxLength(MAX_PARAMETER))),
    v.maxLength(MAX_PARAMETERS),
  ),
});
export type TemplateChoice = v.InferOutput<typeof TemplateChoice>;

/** Finds the chosen template among those of the number. */
export const chosenOf = <Row extends Pick<TemplateAnswer, "name" | "language">>(
  rows: readonly Row[],
  choice: Pick<TemplateChoice, "templateName" | "templateLanguage"> | null,
): Row | undefined =>
  choice === null
    ? undefined
    : rows.find(({ name, language }) => name === choice.templateName && language === choice.templateLanguage);

const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;
/** The names of the placeholders in a text, in order, without duplicates. */
export const placesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "")),
];
/** Replaces the placeholders; a placeholder without a value stays in the text. */
const filledIn = (text: string, value: (name: string) => string | undefined): string =>
  text.replace(PLACEHOLDER, (place, name: string) => value(name) || place);

type Shown = Pick<TemplateAnswer, "header" | "body" | "footer">;
/** The text of a message from this template; `values` in the order of `variables`. */
export function previewOf({ header, body, footer }: Shown, values: readonly string[]): string {
  const places = placesIn(header);
  const own = placesIn(body);
  const title = filledIn(header, (name) => values[places.indexOf(name)]);
  const text = filledIn(body, (name) => values[places.length + own.indexOf(name)]);
  return [title === "" ? "" : `*${title}*`, text, footer === "" ? "" : `_${footer}_`]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** A ready-made text of Meta's library; `{{1}}` marks a parameter. */
export const LibraryTemplate = v.object({
  name: v.string(),
  language: v.string(),
  category: v.picklist(["UTILITY", "MARKETING", "AUTHENTICATION"]),
  header: v.string(),
  body: v.string(),
  /** An example for each parameter of the body. */
  examples: v.array(v.string()),
  buttons: v.array(v.object({ type: v.string(), text: v.string() })),
});
export type LibraryTemplate = v.InferOutput<typeof LibraryTemplate>;
export const LibraryQuery = v.object({
  searchParam: v.pipe(v.string(), v.maxLength(100), v.trim(), v.minLength(1)),
  language: v.pipe(ShortText, v.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/)),
});
/** Adds a ready-made text to the company's templates. Its buttons need the company's address or phone. */
export const TakeLibraryBody = v.object({
  libraryName: v.pipe(ShortText, v.regex(/^[a-z0-9_]{1,512}$/)),
  name: v.pipe(v.string(), v.maxLength(512), v.trim(), v.regex(/^[a-z0-9_]{1,512}$/)),
  language: v.pipe(ShortText, v.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/)),
  category: v.picklist(["UTILITY", "MARKETING", "AUTHENTICATION"]),
  buttons: v.pipe(
    v.array(
      v.object({
        type: v.picklist(["URL", "PHONE_NUMBER"]),
        url: v.optional(v.pipe(v.string(), v.maxLength(2000), v.trim())),
        phone: v.optional(v.pipe(v.string(), v.maxLength(30), v.trim())),
      }),
    ),
    v.maxLength(10),
  ),
});
export type TakeLibraryBody = v.InferOutput<typeof TakeLibraryBody>;
