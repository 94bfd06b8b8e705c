import * as v from "valibot";
import { OptionalId, PathId, plainName, RequiredId, ShortText } from "#platform/http/contract.ts";

/** What happens when a customer chooses the option (docs/rules/queue-menu.md#options). */
export const OPTION_ACTIONS = ["say", "queue", "user", "close", "integration", "prompt", "tag"] as const;
export type OptionAction = (typeof OPTION_ACTIONS)[number];
/**
 * Maximum number of levels of a tree; options directly below the queue are on level 1
 * (docs/rules/queue-menu.md#options).
 */
export const MAX_DEPTH = 8;
/** Maximum number of nodes of one tree. */
export const MAX_OPTIONS = 500;

const fields = {
  id: v.number(),
  title: v.string(),
  message: v.string(),
  /** The number that the customer types, as text. */
  option: v.string(),
  queueId: v.number(),
  /** null = directly below the queue. */
  parentId: v.nullable(v.number()),
  action: v.picklist(OPTION_ACTIONS),
  targetQueueId: v.nullable(v.number()),
  targetUserId: v.nullable(v.number()),
  targetTagId: v.nullable(v.number()),
  integrationId: v.nullable(v.number()),
  promptId: v.nullable(v.number()),
  fallbackQueueId: v.nullable(v.number()),
  maxTries: v.number(),
  autoAdvance: v.boolean(),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
};
const One = v.object(fields);

/** An option with its descendants, in the order of the menu. */
export interface OptionAnswer extends v.InferOutput<typeof One> {
  readonly children: readonly OptionAnswer[];
}
/** The schema is nested level by level, because the OpenAPI page cannot describe a recursive schema. */
const level = (left: number): v.GenericSchema<unknown, OptionAnswer> =>
  v.object({
    ...fields,
    children: left > 1 ? v.array(level(left - 1)) : v.pipe(v.array(v.unknown()), v.maxLength(0)),
  }) as unknown as v.GenericSchema<unknown, OptionAnswer>;
export const OptionAnswer = level(MAX_DEPTH);
export const OptionList = v.array(OptionAnswer);

const positive = (max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(ShortText, v.trim(), v.regex(/^\d{1,4}$/))]),
    v.transform(Number),
    v.integer(),
    v.minValue(1),
    v.maxValue(max),
  );
/** -1 (the contract's root), "" and 0 mean the queue itself. */
const Parent = v.pipe(
  v.union([v.number(), ShortText, v.null()]),
  v.transform((sent) => (sent === -1 || sent === "-1" ? null : sent)),
  OptionalId,
);

const changes = {
  title: plainName(1, 50),
  message: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000)))),
  /** Absent = the next free number; `0` and `#` are reserved for "back" and "main menu". */
  option: v.optional(v.pipe(positive(999), v.transform(String))),
  parentId: v.optional(Parent),
  action: v.optional(v.picklist(OPTION_ACTIONS)),
  targetQueueId: v.optional(OptionalId),
  targetUserId: v.optional(OptionalId),
  targetTagId: v.optional(OptionalId),
  integrationId: v.optional(OptionalId),
  promptId: v.optional(OptionalId),
  fallbackQueueId: v.optional(OptionalId),
  maxTries: v.optional(positive(20)),
  autoAdvance: v.optional(v.boolean()),
};
export const OptionBody = v.object({
  ...changes,
  queueId: RequiredId,
});
export type OptionBody = v.InferOutput<typeof OptionBody>;
/** Absent fields keep their value. */
export const UpdateOptionBody = v.object({
  ...changes,
  title: v.optional(changes.title),
  /** Must be the option's queue: options cannot move to another queue. */
  queueId: v.optional(OptionBody.entries.queueId),
  /** Position among its siblings, 0 = first; the siblings are renumbered. */
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type UpdateOptionBody = v.InferOutput<typeof UpdateOptionBody>;

export const OptionQuery = v.object({
  queueId: PathId,
  parentId: v.optional(Parent),
});

/** The lowest number that no sibling has; the server and the drafts of the editor number options alike. */
export function nextNumber(siblings: readonly { readonly option: string }[]): string {
  const taken = new Set(siblings.map(({ option }) => option));
  let number = siblings.length + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** 1, 2, 3 … without a gap. */
const runsThrough = (numbers: readonly string[]): boolean =>
  numbers.every((number, index) => number === String(index + 1));

/**
 * Numbers for siblings in their new order, derived from their previous numbers. A change of order keeps the set of
 * numbers; an added option gets the next free number. After a removal, numbers that ran from 1 without a gap run from 1
 * again; other numbers stay.
 */
export function shareOut(before: readonly string[], after: readonly string[]): readonly string[] {
  const sorted = before.toSorted((a, b) => Number(a) - Number(b));
  if (after.length < before.length) return runsThrough(sorted) ? sorted.slice(0, after.length) : after;
  const numbers = [...sorted];
  while (numbers.length < after.length) numbers.push(nextNumber(numbers.map((option) => ({ option }))));
  return numbers.toSorted((a, b) => Number(a) - Number(b));
}

const Id = v.pipe(v.number(), v.integer());
const Target = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

/** Maximum number of changed messages per draft, so that a whole draft fits into one request. */
export const MAX_DRAFTED_TEXTS = 80;

/** An option in the page's editor, without its message; unsaved options have negative ids. */
const DraftedOption = v.object({
  id: Id,
  parentId: v.nullable(Id),
  title: v.pipe(v.string(), v.maxLength(50)),
  option: v.pipe(v.string(), v.maxLength(3), v.regex(/^\d+$/)),
  action: v.picklist(OPTION_ACTIONS),
  targetQueueId: Target,
  targetUserId: Target,
  targetTagId: Target,
  integrationId: Target,
  promptId: Target,
  fallbackQueueId: Target,
  maxTries: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
  autoAdvance: v.boolean(),
});
type DraftedOption = v.InferOutput<typeof DraftedOption>;

/** The option tree of a queue before it is saved: siblings in their order, and the messages that differ from the stored ones. */
export const OptionsDraft = v.object({
  options: v.pipe(
    v.array(DraftedOption),
    v.maxLength(MAX_OPTIONS),
    v.check((options) => isTree(options), "not a tree"),
  ),
  texts: v.pipe(
    v.array(v.object({ id: Id, message: v.pipe(v.string(), v.maxLength(4000)) })),
    v.maxLength(MAX_DRAFTED_TEXTS),
  ),
});
export type OptionsDraft = v.InferOutput<typeof OptionsDraft>;

/** Whether the options form a tree of at most `MAX_DEPTH` levels: no repeated id, unknown parent or cycle. */
function isTree(options: readonly Pick<DraftedOption, "id" | "parentId">[]): boolean {
  const parents = new Map(options.map(({ id, parentId }) => [id, parentId]));
  const hangs = (id: number): boolean => {
    let at: number | null | undefined = id;
    for (let level = 1; level <= MAX_DEPTH; level += 1) {
      at = parents.get(at);
      if (at === null) return true;
      if (at === undefined) return false;
    }
    return false;
  };
  return parents.size === options.length && options.every(({ id }) => hangs(id));
}
