import * as v from "valibot";

/** The file a row carries, as answers show it; null without one. `mediaPath` is a signed address. */
export const attachmentFields = {
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
};
export const AttachmentAnswer = v.object(attachmentFields);
export type AttachmentAnswer = v.InferOutput<typeof AttachmentAnswer>;
