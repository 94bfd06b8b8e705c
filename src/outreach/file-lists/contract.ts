import * as v from "valibot";
import { Instant, OptionalId, pageOf, plainName } from "#platform/http/contract.ts";

/** Maximum number of options of a file list. */
export const MOST_OPTIONS = 50;

/** One option of a list. `path` is a signed address, `file` the name of the uploaded file; null without a file. */
export const FileOptionAnswer = v.object({
  id: v.number(),
  name: v.string(),
  path: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  file: v.nullable(v.string()),
  /** Bytes. */
  size: v.nullable(v.number()),
});
export type FileOptionAnswer = v.InferOutput<typeof FileOptionAnswer>;

export const FileListAnswer = v.object({
  id: v.number(),
  name: v.string(),
  message: v.string(),
  userId: v.nullable(v.number()),
  companyId: v.number(),
  options: v.array(FileOptionAnswer),
  createdAt: Instant,
  updatedAt: Instant,
});
export type FileListAnswer = v.InferOutput<typeof FileListAnswer>;
export const FileListPage = pageOf("files", FileListAnswer);

/** Name at least 3 characters, message required (docs/rules/forms.md#lengths). */
export const FileListBody = v.object({
  name: plainName(3, 100),
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
  /**
   * Options with a known id are kept, others are created; missing ones are deleted with their file. Absent: no option
   * changes.
   */
  options: v.optional(
    v.pipe(
      v.array(v.object({ id: v.optional(OptionalId), name: plainName(1, 100) })),
      v.maxLength(MOST_OPTIONS),
    ),
  ),
});
export type FileListBody = v.InferOutput<typeof FileListBody>;
