import * as v from "valibot";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { SendMessageBody } from "#inbox/messages/contract.ts";
import { Priority, SnoozeMode, TicketNoteBody } from "#inbox/tickets/contract.ts";
import { MOST_PARTICIPANTS } from "#inbox/tickets/participants/contract.ts";
import { FieldKey, NewValue } from "#people/fields/contract.ts";
import { RequiredId } from "#platform/http/contract.ts";

/** Most actions of a list (docs/rules/ticket-actions.md). */
export const MOST_ACTIONS = 10;
const MOST_TAGS = 50;
/** Most characters of a reply; longer ones are refused on WhatsApp. */
const MOST_CHARACTERS = 4096;
const MOST_MINUTES = 365 * 24 * 60;

const TagIds = v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MOST_TAGS));
const Reason = v.optional(v.pipe(v.string(), v.maxLength(1000)));

export const Transfer = v.object({
  action: v.literal("transfer"),
  queueId: RequiredId,
  userId: v.optional(RequiredId),
  reason: Reason,
  /** Whether the bot of the queue starts; default: the setting `transferStartsBot`. */
  startBot: v.optional(v.boolean()),
});

/** The actions that macros, rules and bulk runs have in common, with the same keys. */
export const SHARED_ACTIONS = [
  v.object({
    action: v.literal("note"),
    text: TicketNoteBody.entries.note,
    mentions: TicketNoteBody.entries.mentions,
  }),
  v.object({ action: v.literal("tag_add"), tagIds: TagIds }),
  v.object({ action: v.literal("tag_remove"), tagIds: TagIds }),
  v.object({ action: v.literal("priority"), priority: Priority }),
  /** Sets the contact's field with this key, else the ticket's; null removes the value. */
  v.object({ action: v.literal("field_set"), key: FieldKey, value: NewValue }),
  /** Ends after `minutes`, or when the company opens. A snooze until the customer's `reply` needs neither. */
  v.object({
    action: v.literal("snooze"),
    mode: SnoozeMode,
    minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(MOST_MINUTES))),
    opening: v.optional(v.picklist(["today", "tomorrow", "monday"])),
  }),
  v.object({ action: v.literal("follow_up"), followUpId: RequiredId }),
  /** `farewell` false = no text is sent to the customer. */
  v.object({
    action: v.literal("resolve"),
    farewell: v.boolean(),
    resolutionId: v.optional(RequiredId),
  }),
] as const;

/** The actions of macros and bulk runs. */
const COMMON_ACTIONS = [
  ...SHARED_ACTIONS,
  /** Assigns the attendant without changing the queue. */
  v.object({ action: v.literal("assign"), userId: v.union([RequiredId, v.literal("me")]) }),
  Transfer,
  v.object({ action: v.literal("return"), reason: Reason }),
] as const;

/** At least a text, a quick reply or a file; or a template, alone or beside a text, for a closed answer window. */
export const Reply = v.pipe(
  v.object({
    action: v.literal("reply"),
    text: v.optional(v.pipe(v.string(), v.maxLength(MOST_CHARACTERS)), ""),
    quickReplyId: v.optional(RequiredId),
    fileId: v.optional(RequiredId),
    templateName: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(512))),
    templateLanguage: SendMessageBody.entries.templateLanguage,
    parameters: SendMessageBody.entries.parameters,
  }),
  v.check(
    ({ text, quickReplyId, fileId, templateName }) =>
      quickReplyId === undefined
        ? text.trim() !== "" || fileId !== undefined || templateName !== undefined
        : text === "" && fileId === undefined,
    "invalid",
  ),
);

export const ParticipantAdd = v.object({
  action: v.literal("participant_add"),
  userIds: v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MOST_PARTICIPANTS)),
});

const CommonAction = v.variant("action", COMMON_ACTIONS);
/** The actions of macros. */
const TicketAction = v.variant("action", [...COMMON_ACTIONS, Reply, ParticipantAdd]);
export type TicketAction = v.InferOutput<typeof TicketAction>;

/** Actions after which the caller may have lost the right to change the ticket, so each must be the last of a list. */
const LAST: ReadonlySet<string> = new Set(["transfer", "return", "resolve"]);

/** Whether a transfer, return or resolve is the last action of a list (docs/rules/ticket-actions.md#order). */
export const endsWithLast = (actions: readonly { readonly action: string }[]): boolean =>
  actions.slice(0, -1).every(({ action }) => !LAST.has(action));

/** A list of actions as bulk runs accept it. */
export const BulkActions = v.pipe(
  v.array(CommonAction),
  v.minLength(1),
  v.maxLength(MOST_ACTIONS),
  v.check((actions) => endsWithLast(actions), "invalid"),
);

/** Most replies of a macro. */
const MOST_REPLIES = 3;
/** A list of actions as macros accept it. */
export const MacroActions = v.pipe(
  v.array(TicketAction),
  v.minLength(1),
  v.maxLength(MOST_ACTIONS),
  v.check((actions) => endsWithLast(actions), "invalid"),
  v.check((actions) => actions.filter(({ action }) => action === "reply").length <= MOST_REPLIES, "too_long"),
);

/** An uploaded file, for `fileId` of a reply. */
export const ActionFileAnswer = v.object({ fileId: v.number(), ...AttachmentAnswer.entries });
export type ActionFileAnswer = v.InferOutput<typeof ActionFileAnswer>;
