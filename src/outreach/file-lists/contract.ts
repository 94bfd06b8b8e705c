import * as v from "valibot";
import { Instant, OptionalId, pageOf, plainName } from "#platform/http/contract.ts";

/** Options of one list. */
export const MOST_OPTIONS = 50;

/** One file of a list. `path` is a signed address, `file` the name it was sent under; null without a file. */
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
  /** Options with a known id stay, others are made; those that are missing go with their file. Absent: none change. */
  options: v.optional(
    v.pipe(
      v.array(v.object({ id: v.optional(OptionalId), name: plainName(1, 100) })),
      v.maxLength(MOST_OPTIONS),
    ),
  ),
});
export type FileListBody = v.InferOutput<typeof FileListBody>;
