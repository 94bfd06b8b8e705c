import * as v from "valibot";
import { PageLanguage, PureDate, pageOf } from "#platform/http/contract.ts";

/** A help video (docs/rules/team.md#help-videos). */
export const HelpAnswer = v.object({
  id: v.number(),
  title: v.string(),
  description: v.string(),
  /** Code of the video at the video service. */
  video: v.string(),
});
export type HelpAnswer = v.InferOutput<typeof HelpAnswer>;
export const HelpPage = pageOf("records", HelpAnswer);

/** `video` is a code, never an address (docs/rules/team.md#help-videos). */
export const HelpBody = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)),
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000)), ""),
  video: v.pipe(v.string(), v.trim(), v.minLength(5), v.maxLength(50), v.regex(/^[A-Za-z0-9_-]+$/)),
});
export type HelpBody = v.InferOutput<typeof HelpBody>;
/** Absent fields keep their value. */
export const UpdateHelpBody = v.object({
  title: v.optional(HelpBody.entries.title),
  description: v.optional(HelpBody.entries.description.wrapped),
  video: v.optional(HelpBody.entries.video),
});
export type UpdateHelpBody = v.InferOutput<typeof UpdateHelpBody>;

/** Release notes for users, in the requested language. */
export const ReleaseNotes = v.object({
  version: v.string(),
  releases: v.array(
    v.object({
      version: v.string(),
      date: v.nullable(PureDate),
      points: v.array(v.string()),
    }),
  ),
});
export const ReleaseNotesQuery = v.object({ language: v.optional(PageLanguage, "pt") });
export type ReleaseNotes = v.InferOutput<typeof ReleaseNotes>;
