import * as v from "valibot";
import { Priority, SnoozeMode, TicketNoteBody } from "#inbox/tickets/contract.ts";
import { RequiredId } from "#platform/http/contract.ts";

/** Most actions of a list (docs/rules/ticket-actions.md). */
const MOST_ACTIONS = 10;
const MOST_TAGS = 50;
const MOST_MINUTES = 365 * 24 * 60;

const TagIds = v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MOST_TAGS));
const Reason = v.optional(v.pipe(v.string(), v.maxLength(1000)));

/** The actions that macros, rules and bulk runs have in common. */
const COMMON_ACTIONS = [
  v.object({
    action: v.literal("note"),
    text: TicketNoteBody.entries.note,
    mentions: TicketNoteBody.entries.mentions,
  }),
  v.object({ action: v.literal("tag_add"), tagIds: TagIds }),
  v.object({ action: v.literal("tag_remove"), tagIds: TagIds }),
  v.object({ action: v.literal("priority"), priority: Priority }),
  /** The queue stays. */
  v.object({ action: v.literal("assign"), userId: v.union([RequiredId, v.literal("me")]) }),
  v.object({
    action: v.literal("transfer"),
    queueId: RequiredId,
    userId: v.optional(RequiredId),
    reason: Reason,
  }),
  v.object({ action: v.literal("return"), reason: Reason }),
  /** Ends after `minutes`, or when the company opens; neither is needed for `reply`. */
  v.object({
    action: v.literal("snooze"),
    mode: SnoozeMode,
    minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(MOST_MINUTES))),
    opening: v.optional(v.picklist(["today", "tomorrow", "monday"])),
  }),
  /** `farewell` false = no text is sent to the customer. */
  v.object({
    action: v.literal("resolve"),
    farewell: v.boolean(),
    resolutionId: v.optional(RequiredId),
  }),
] as const;

const TicketAction = v.variant("action", COMMON_ACTIONS);
export type TicketAction = v.InferOutput<typeof TicketAction>;

/** Actions after which the ticket is out of the caller's hands: nothing may follow them. */
const LAST: ReadonlySet<string> = new Set(["transfer", "return", "resolve"]);

/** Whether a list of actions has nothing behind a transfer, return or resolve (docs/rules/ticket-actions.md#order). */
const endsWithLast = (actions: readonly { readonly action: string }[]): boolean =>
  actions.slice(0, -1).every(({ action }) => !LAST.has(action));

/** A list of actions as bulk runs accept it. */
export const BulkActions = v.pipe(
  v.array(TicketAction),
  v.minLength(1),
  v.maxLength(MOST_ACTIONS),
  v.check((actions) => endsWithLast(actions), "invalid"),
);
