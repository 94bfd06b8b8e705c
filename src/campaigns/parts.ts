import { optionsOf } from "#file-lists/index.ts";
import { mediaFileById } from "#media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { textsOf } from "./policy.ts";
import type { Campaign } from "./schema.ts";

/** One message of what a recipient gets; `key` names it in the outbox and stays the same whenever it is written. */
export interface Part {
  readonly key: string;
  readonly text: string;
  /** Has variables. */
  readonly rendered: boolean;
  readonly fileId: number | null;
}

/** Key of the question that comes before the message. */
export const REQUEST = "confirm";

/** The slot and text of the recipient at this position, in turn; null when the campaign has only files. */
export function variantFor(
  campaign: Campaign,
  recipient: { readonly position: number; readonly variant: number | null },
): { readonly slot: number; readonly text: string } | null {
  const texts = textsOf(campaign, "message");
  // Who was asked by one variant gets the same.
  const chosen = texts.find(({ slot }) => slot === recipient.variant);
  return chosen ?? texts[recipient.position % texts.length] ?? null;
}

/** What is asked first: the confirmation of the same number, else the first there is (behaviour 16.4). */
export function requestFor(campaign: Campaign, slot: number | null): Part | null {
  const texts = textsOf(campaign, "confirmationMessage");
  const text = (texts.find((known) => known.slot === slot) ?? texts[0])?.text;
  return text === undefined ? null : { key: REQUEST, text, rendered: true, fileId: null };
}

/** Files of the file list first, then the campaign's own file with the text below it, or the text (behaviour 16.3). */
export function partsFor(db: Db, campaign: Campaign, text: string | null): readonly Part[] {
  const lists = campaign.fileListId === null ? [] : optionsOf(db, [campaign.fileListId]);
  const files = lists.flatMap(({ id, name, mediaId }): Part[] =>
    mediaId === null ? [] : [{ key: `file-${id}`, text: name, rendered: false, fileId: mediaId }],
  );
  return [...files, ...mainParts(db, campaign, text)];
}

function mainParts(db: Db, { mediaId }: Campaign, text: string | null): readonly Part[] {
  if (text === null && mediaId === null) return [];
  const main: Part = { key: "main", text: text ?? "", rendered: true, fileId: mediaId };
  const isAudio = mediaId !== null && mediaFileById(db, mediaId)?.mimeType.startsWith("audio/") === true;
  // Nothing can be written below a recording.
  if (!isAudio || text === null) return [main];
  return [
    { key: "media", text: "", rendered: false, fileId: mediaId },
    { ...main, fileId: null },
  ];
}
