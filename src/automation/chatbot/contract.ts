import * as v from "valibot";
import { OptionsDraft } from "#accounts/queues/contract.ts";
import { OptionalId, ShortText } from "#platform/http/contract.ts";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
const Id = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));
/** An option of a draft has a negative id. */
const NodeId = v.nullable(v.pipe(v.number(), v.integer()));
const Moment = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));

/** The bot's state; clients return it unchanged with the next message. */
const RehearsalState = v.object({
  queueId: Id,
  chatbot: v.boolean(),
  queueOptionId: NodeId,
  optionTries: Count,
  amountUsedBotQueues: Count,
  useIntegration: v.boolean(),
  integrationId: Id,
  promptId: Id,
  greetedAt: Moment,
  outOfHoursAt: Moment,
  botEndedAt: Moment,
});

/** `POST /chatbot/rehearsal`: a single queue, or the whole menu of a connection. */
export const RehearsalBody = v.object({
  queueId: v.optional(OptionalId),
  whatsappId: v.optional(OptionalId),
  state: v.optional(v.nullable(RehearsalState)),
  /** The unsaved options of an editor; the stored ones when absent. */
  draft: v.optional(v.nullable(OptionsDraft)),
  /** The customer's text; null = the first message. */
  text: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096)))),
  /** The time at which opening hours are checked; now when absent. */
  at: v.optional(v.nullable(v.pipe(ShortText, v.isoTimestamp()))),
});
export type RehearsalBody = v.InferOutput<typeof RehearsalBody>;

const EndKind = v.picklist([
  "wait",
  "queue",
  "user",
  "close",
  "integration",
  "prompt",
  "closedHours",
  "limit",
]);

export const RehearsalAnswer = v.object({
  state: RehearsalState,
  says: v.array(v.object({ text: v.string(), mediaUrl: v.nullable(v.string()) })),
  /** Null while the bot waits for the customer. */
  end: v.nullable(
    v.object({ kind: EndKind, queueId: v.nullable(v.number()), userId: v.nullable(v.number()) }),
  ),
});
export type RehearsalAnswer = v.InferOutput<typeof RehearsalAnswer>;
