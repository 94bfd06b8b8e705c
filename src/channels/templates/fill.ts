import type { Part } from "#channels/connections/index.ts";
import { attachmentKind, type MediaKind, mediaFileById } from "#channels/media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { previewOf, type TemplateChoice, type TemplateMedia } from "./contract.ts";
import { filledComponents, type Shape, shapeOf } from "./parts.ts";
import { templateByName } from "./queries.ts";
import type { MessageTemplate } from "./schema.ts";

/** A filled template: what is sent to Meta, and its text. */
export interface FilledTemplate {
  readonly name: string;
  readonly language: string;
  /** True: Meta sends it to phones only, never to a business-scoped id. */
  readonly needsPhone: boolean;
  readonly components: readonly Part[];
  readonly text: string;
  /** The media file of its header; null without one. */
  readonly heading: { readonly fileId: number; readonly kind: MediaKind } | null;
}

/**
 * Why a template cannot be filled in. `unknown`: the template was not found, is not approved, or has components that
 * cannot be filled in here.
 */
export type TemplateProblem = "unknown" | "missing_values" | "missing_file" | "wrong_file";

export interface WantedTemplate {
  readonly name: string;
  /** Language of the template; null: any approved language. */
  readonly language: string | null;
  readonly values: readonly string[];
  /** The file of the message; without one the template's own sample is used. */
  readonly fileId?: number | null;
}

/** Fills in an approved template of a number. */
export function fillTemplate(
  db: Db,
  connectionId: number,
  wanted: WantedTemplate,
): FilledTemplate | TemplateProblem {
  const row = templateByName(db, connectionId, wanted.name, wanted.language);
  const shape = row && usableShape(row);
  if (!shape) return "unknown";
  // Meta accepts neither empty values nor line breaks.
  const values = wanted.values.map((value) => value.replace(/\s+/g, " ").trim());
  if (values.length !== shape.variables.length || values.includes("")) return "missing_values";
  const heading = headingOf(db, row, shape, wanted.fileId ?? null);
  if (typeof heading === "string") return heading;
  const { name, language } = row;
  return {
    name,
    language,
    needsPhone: row.category === "AUTHENTICATION",
    components: filledComponents(shape, values),
    text: previewOf(shape, values),
    heading,
  };
}

/** The problem of a template choice, for any recipient; null = none. `fileId` as in `fillTemplate`. */
export function templateProblem(
  db: Db,
  connectionId: number,
  { templateName, templateLanguage, parameters }: TemplateChoice,
  fileId: number | null,
): TemplateProblem | null {
  const filled = fillTemplate(db, connectionId, {
    name: templateName,
    language: templateLanguage,
    values: parameters,
    fileId,
  });
  return typeof filled === "string" ? filled : null;
}

/** The media type of a template's header; null for text, no header, or an unknown template. */
export function mediaOf(
  db: Db,
  connectionId: number,
  { templateName, templateLanguage }: TemplateChoice,
): TemplateMedia | null {
  const row = templateByName(db, connectionId, templateName, templateLanguage);
  return row ? shapeOf(row).media : null;
}

/** The text of a choice, with its variables as typed; empty for an unknown template. */
export function choiceText(db: Db, connectionId: number, choice: TemplateChoice): string {
  const row = templateByName(db, connectionId, choice.templateName, choice.templateLanguage);
  return row ? previewOf(shapeOf(row), choice.parameters) : "";
}

function usableShape(row: MessageTemplate): Shape | undefined {
  const shape = row.status === "APPROVED" ? shapeOf(row) : undefined;
  return shape?.fillable ? shape : undefined;
}

function headingOf(
  db: Db,
  { mediaId }: MessageTemplate,
  { media }: Shape,
  fileId: number | null,
): FilledTemplate["heading"] | "missing_file" | "wrong_file" {
  if (media === null) return null;
  const kind: MediaKind = media === "document" ? "application" : media;
  const fits = [fileId, mediaId].find((id) => id !== null && isUsableAs(db, id, media));
  if (fits !== undefined && fits !== null) return { fileId: fits, kind };
  return fileId === null ? "missing_file" : "wrong_file";
}

/** Any file can be sent as a document. */
function isUsableAs(db: Db, fileId: number, media: TemplateMedia): boolean {
  const file = mediaFileById(db, fileId);
  if (file?.state !== "stored" || file.path === null) return false;
  const kind = attachmentKind("cloud", file);
  return media === "document" ? kind !== null : kind === media;
}
