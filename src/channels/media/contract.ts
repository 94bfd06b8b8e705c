import * as v from "valibot";

/** The file of a row in answers; null when the row has none. `mediaPath` is a signed address. */
export const attachmentFields = {
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
};
export const AttachmentAnswer = v.object(attachmentFields);
export type AttachmentAnswer = v.InferOutput<typeof AttachmentAnswer>;

/** The storage used by the company's files. */
export const StorageAnswer = v.object({
  usedBytes: v.number(),
  /** Null when the plan has no limit. */
  limitBytes: v.nullable(v.number()),
  files: v.number(),
  /** Number of files that arrived without storage space; they are downloaded once there is space. */
  waiting: v.number(),
  /** True when the installation's disk has only its reserve left: files are refused even within the plan. */
  diskFull: v.boolean(),
});
export type StorageAnswer = v.InferOutput<typeof StorageAnswer>;
