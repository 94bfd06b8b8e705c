import type { Part } from "#channels/connections/index.ts";
import { attachmentKind, type MediaKind, mediaFileById } from "#channels/media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { previewOf, type TemplateChoice, type TemplateMedia } from "./contract.ts";
import { filledComponents, type Shape, shapeOf } from "./parts.ts";
import { templateByName } from "./queries.ts";
import type { MessageTemplate } from "./schema.ts";

/** A template with its values: what goes to the network, and how it reads. */
export interface FilledTemplate {
  readonly name: string;
  readonly language: string;
  readonly components: readonly Part[];
  readonly text: string;
  /** The file at its head, of the company's media; null without one. */
  readonly heading: { readonly fileId: number; readonly kind: MediaKind } | null;
}

/**
 * Why a template cannot be filled in: it is not there, not approved, or made of parts that are filled in elsewhere;
 * values are missing; its file is missing, or is not what heads it.
 */
export type TemplateProblem = "unknown" | "missing_values" | "missing_file" | "wrong_file";

export interface WantedTemplate {
  readonly name: string;
  /** Null = whichever is approved. */
  readonly language: string | null;
  readonly values: readonly string[];
  /** The file of the message; left out or null, the template's own sample heads it. */
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
  // The network takes neither empty values nor lines in them.
  const values = wanted.values.map((value) => value.replace(/\s+/g, " ").trim());
  if (values.length !== shape.variables.length || values.includes("")) return "missing_values";
  const heading = headingOf(db, row, shape, wanted.fileId ?? null);
  if (typeof heading === "string") return heading;
  const { name, language } = row;
  return {
    name,
    language,
    components: filledComponents(shape, values),
    text: previewOf(shape, values),
    heading,
  };
}

/** What stands in the way of a choice, whoever will read it; null = nothing. `fileId` as `fillTemplate` has it. */
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

/** What heads a template of a number; null = text or nothing, or there is no such template. */
export function mediaOf(
  db: Db,
  connectionId: number,
  { templateName, templateLanguage }: TemplateChoice,
): TemplateMedia | null {
  const row = templateByName(db, connectionId, templateName, templateLanguage);
  return row ? shapeOf(row).media : null;
}

/** How a choice reads, its variables as typed; empty when there is no such template. */
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
  const fits = [fileId, mediaId].find((id) => id !== null && headsAs(db, id, media));
  if (fits !== undefined && fits !== null) return { fileId: fits, kind };
  return fileId === null ? "missing_file" : "wrong_file";
}

/** Any file goes as a document. */
function headsAs(db: Db, fileId: number, media: TemplateMedia): boolean {
  const file = mediaFileById(db, fileId);
  if (file?.state !== "stored" || file.path === null) return false;
  const kind = attachmentKind("cloud", file);
  return media === "document" ? kind !== null : kind === media;
}
