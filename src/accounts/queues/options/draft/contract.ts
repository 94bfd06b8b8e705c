import * as v from "valibot";
import { MAX_DEPTH, MAX_OPTIONS, OPTION_ACTIONS } from "#accounts/queues/options/contract.ts";

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
