import * as v from "valibot";
import { pageOf } from "#platform/http/contract.ts";

/** A help video (specification 002 section 3.3). */
export const HelpAnswer = v.object({
  id: v.number(),
  title: v.string(),
  description: v.string(),
  /** Code of the video at the video service. */
  video: v.string(),
});
export type HelpAnswer = v.InferOutput<typeof HelpAnswer>;
export const HelpPage = pageOf("records", HelpAnswer);
