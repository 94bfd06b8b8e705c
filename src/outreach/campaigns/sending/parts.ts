import { mediaFileById } from "#channels/media/index.ts";
import type { TemplateChoice } from "#channels/templates/contract.ts";
import { textsOf, type Variant, variantsOf } from "#outreach/campaigns/policy.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { findFileList, optionsOf } from "#outreach/file-lists/index.ts";
import type { Db } from "#platform/db/database.ts";

/** One message for a recipient; `key` identifies it in the outbox and is the same at every dispatch. */
export interface Part {
  readonly key: string;
  readonly text: string;
  /** The text contains variables to fill in. */
  readonly rendered: boolean;
  readonly fileId: number | null;
  /** Message template of the official number, sent instead of `text`; the file is its heading. */
  readonly template?: TemplateChoice;
}

/** Key of the confirmation request, which is sent before the message. */
export const REQUEST = "confirm";

/** The variant of a recipient, chosen in turn by position; null when the campaign has only files. */
export function variantFor(
  campaign: Campaign,
  recipient: { readonly position: number; readonly variant: number | null },
): Variant | null {
  const texts = variantsOf(campaign);
  // A confirmed recipient keeps the variant of the request.
  const chosen = texts.find(({ slot }) => slot === recipient.variant);
  return chosen ?? texts[recipient.position % texts.length] ?? null;
}

/**
 * The confirmation request: the one of the same slot, else the first (docs/rules/campaigns.md#variants).
 */
export function requestFor(campaign: Campaign, slot: number | null): Part | null {
  const texts = textsOf(campaign, "confirmationMessage");
  const text = (texts.find((known) => known.slot === slot) ?? texts[0])?.text;
  return text === undefined ? null : { key: REQUEST, text, rendered: true, fileId: null };
}

/**
 * The messages for a recipient: the files of the file list, then the campaign's own file with the text as caption, or
 * the text alone (docs/rules/campaigns.md#pacing).
 */
export function partsFor(db: Db, campaign: Campaign, variant: Variant | null): readonly Part[] {
  if (variant?.template)
    return [{ key: "main", text: "", rendered: true, fileId: campaign.mediaId, template: variant.template }];
  return [...listParts(db, campaign), ...mainParts(db, campaign, variant?.text ?? null)];
}

/**
 * Each file with its name as caption; the caption of the first file begins with the message of the file list
 * (docs/rules/team.md#file-lists).
 */
function listParts(db: Db, { fileListId }: Campaign): readonly Part[] {
  const list = fileListId === null ? undefined : findFileList(db, fileListId);
  if (!list) return [];
  const files = optionsOf(db, [list.id]).flatMap(({ id, name, mediaId, mimeType }): Part[] => {
    if (mediaId === null) return [];
    return [{ key: `file-${id}`, text: isAudio(mimeType) ? "" : name, rendered: false, fileId: mediaId }];
  });
  const [first, ...rest] = files;
  if (!first || list.message.trim() === "") return files;
  const message = { text: list.message, rendered: true };
  if (first.text === "") return [{ key: "file-message", ...message, fileId: null }, ...files];
  return [{ ...first, ...message, text: `${list.message}\n\n${first.text}` }, ...rest];
}

/** Voice messages and audio have no caption. */
const isAudio = (mimeType: string | null | undefined): boolean => mimeType?.startsWith("audio/") === true;

function mainParts(db: Db, { mediaId }: Campaign, text: string | null): readonly Part[] {
  if (text === null && mediaId === null) return [];
  const main: Part = { key: "main", text: text ?? "", rendered: true, fileId: mediaId };
  if (text === null || mediaId === null || !isAudio(mediaFileById(db, mediaId)?.mimeType)) return [main];
  return [
    { key: "media", text: "", rendered: false, fileId: mediaId },
    { ...main, fileId: null },
  ];
}
