import * as v from "valibot";

/** The file a row carries, as answers show it; null without one. `mediaPath` is a signed address. */
export const attachmentFields = {
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
};
export const AttachmentAnswer = v.object(attachmentFields);
export type AttachmentAnswer = v.InferOutput<typeof AttachmentAnswer>;

/** What the files of the company take (quality R15). */
export const StorageAnswer = v.object({
  usedBytes: v.number(),
  /** Null: the plan has no limit. */
  limitBytes: v.nullable(v.number()),
  files: v.number(),
  /** Files that came while there was no room, and are fetched once there is. */
  waiting: v.number(),
  /** Only the reserve of the installation's disk is left: files are refused whatever the plan says. */
  diskFull: v.boolean(),
});
export type StorageAnswer = v.InferOutput<typeof StorageAnswer>;
