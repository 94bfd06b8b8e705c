import * as v from "valibot";
import { ActionFileAnswer, MacroActions, type TicketAction } from "#automation/ticket-actions/contract.ts";
import { Instant, MAX_IDS, PathId, plainName, RequiredId, ShortText } from "#platform/http/contract.ts";

/** Limits (docs/rules/macros.md#limits). */
export const MAX_PERSONAL_MACROS = 50;
export const MAX_SHARED_MACROS = 100;

const Description = v.pipe(v.string(), v.trim(), v.maxLength(200));
const QueueIds = v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS));
/** The digit that runs the macro in command mode. */
const Digit = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)));

export const MacroBody = v.object({
  name: plainName(2, 40),
  description: v.optional(Description, ""),
  /** True = a macro of the company, by admins. */
  shared: v.optional(v.boolean(), false),
  /** A shared macro: the queues whose people see it; empty = everybody. */
  queueIds: v.optional(QueueIds, []),
  actions: MacroActions,
  digit: v.optional(Digit, null),
  active: v.optional(v.boolean(), true),
});
export type MacroBody = v.InferOutput<typeof MacroBody>;
/** Absent keys keep their value; who owns a macro never changes. */
export const UpdateMacroBody = v.object({
  name: v.optional(plainName(2, 40)),
  description: v.optional(Description),
  queueIds: v.optional(QueueIds),
  actions: v.optional(MacroActions),
  digit: v.optional(Digit),
  active: v.optional(v.boolean()),
});
export type UpdateMacroBody = v.InferOutput<typeof UpdateMacroBody>;

export const MacroAnswer = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  shared: v.boolean(),
  queueIds: v.array(v.number()),
  /** A list of docs/rules/ticket-actions.md; empty when everything that it named was deleted. */
  actions: v.custom<TicketAction[]>(Array.isArray),
  /** Names and addresses of the files of its replies. */
  files: v.array(ActionFileAnswer),
  digit: v.nullable(v.number()),
  active: v.boolean(),
  lastUsedAt: v.nullable(Instant),
});
export type MacroAnswer = v.InferOutput<typeof MacroAnswer>;
export const MacroList = v.object({ macros: v.array(MacroAnswer) });
export type MacroList = v.InferOutput<typeof MacroList>;

/** `ticketId`: only what can be run there: active macros for everybody or for the queue of the ticket. */
export const MacroListQuery = v.object({ ticketId: v.optional(PathId) });

export const PreviewBody = v.object({ ticketId: RequiredId });
export const PreviewLine = v.object({
  action: v.string(),
  /**
   * `reply`: what the customer will read; `note`: its text; otherwise the names of what the action sets, or its value; `snooze`: when it ends, as a time, "" without one.
   */
  text: v.string(),
  /** Names of the files that a reply sends. */
  files: v.array(v.string()),
  /** True for the reply whose text `replyText` of the run replaces. */
  isEditable: v.boolean(),
  /** The code with which the action would be refused (`ERR_*`); absent when it would succeed. */
  problem: v.optional(v.string()),
});
export type PreviewLine = v.InferOutput<typeof PreviewLine>;
export const MacroPreview = v.object({ lines: v.array(PreviewLine) });
export type MacroPreview = v.InferOutput<typeof MacroPreview>;

export const RunBody = v.object({
  ticketId: RequiredId,
  /** An id that the page creates. A repeated request with the same id does not run the macro again. */
  runId: v.pipe(ShortText, v.uuid()),
  /** The text of the first reply, as changed in the preview; its variables are filled in. */
  replyText: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});
export type RunBody = v.InferOutput<typeof RunBody>;
