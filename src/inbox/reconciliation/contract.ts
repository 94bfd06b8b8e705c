import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

export const RunCause = v.picklist(["night", "manual", "interruption"]);
export type RunCause = v.InferOutput<typeof RunCause>;
export const RunState = v.picklist(["waiting", "running", "done", "silent", "stopped"]);
export type RunState = v.InferOutput<typeof RunState>;
export const GapState = v.picklist(["found", "filled", "unreadable"]);
export type GapState = v.InferOutput<typeof GapState>;

export const RunAnswer = v.object({
  id: v.number(),
  cause: RunCause,
  state: RunState,
  createdAt: Instant,
  startedAt: v.nullable(Instant),
  endedAt: v.nullable(Instant),
  asked: v.number(),
  answered: v.number(),
  compared: v.number(),
  gaps: v.number(),
  filled: v.number(),
});
export type RunAnswer = v.InferOutput<typeof RunAnswer>;

/** Maximum number of messages without a status in a report, the newest first. */
export const MAX_UNKNOWN = 50;
/** The report of an official number, whose network cannot list messages. */
export const OfficialReport = v.object({
  /** Whether our app was subscribed at the last hourly check; null = not checked yet. */
  subscribed: v.nullable(v.boolean()),
  checkedAt: v.nullable(Instant),
  /** Times in which our server refused webhooks or was down, the newest first. */
  outages: v.array(v.object({ kind: v.picklist(["down", "refused"]), from: Instant, to: Instant })),
  /** Sum of all outages in minutes; overlapping ones count once. */
  outageMinutes: v.number(),
  /** Outgoing messages without any status after 24 h. Their status stays unknown, because the network has no call to query it. */
  unknown: v.array(
    v.object({ messageId: v.number(), ticketId: v.number(), ticketUuid: v.string(), createdAt: Instant }),
  ),
  /** Delivered messages per day; `reported` is the network's count, null while it is unknown. */
  delivered: v.array(v.object({ day: v.string(), counted: v.number(), reported: v.nullable(v.number()) })),
});
export type OfficialReport = v.InferOutput<typeof OfficialReport>;

/** `GET /whatsapp/{id}/reconciliation`. */
export const ReconciliationReport = v.object({
  days: v.number(),
  /** False for networks whose messages cannot be listed. */
  supported: v.boolean(),
  /** The current run, else the latest; null without one. */
  run: v.nullable(RunAnswer),
  runs: v.array(RunAnswer),
  compared: v.number(),
  gaps: v.number(),
  filled: v.number(),
  activeChats: v.number(),
  comparedChats: v.number(),
  silentChats: v.number(),
  /** True when at least 95 % of the active chats are compared for all these days; only then may a page claim that nothing is missing. */
  isProven: v.boolean(),
  /** Days in a row, up to now, without a gap; null without a completed comparison. */
  daysWithoutGap: v.nullable(v.number()),
  /** When "check now" is allowed again; null = now. */
  checkAllowedAt: v.nullable(Instant),
  official: v.nullable(OfficialReport),
});
export type ReconciliationReport = v.InferOutput<typeof ReconciliationReport>;

export const GapAnswer = v.object({
  id: v.number(),
  at: Instant,
  foundAt: Instant,
  state: GapState,
  contact: v.object({ id: v.number(), name: v.string() }),
  messageId: v.nullable(v.number()),
  ticketId: v.nullable(v.number()),
  ticketUuid: v.nullable(v.string()),
});
export type GapAnswer = v.InferOutput<typeof GapAnswer>;
export const GapPage = v.object({ gaps: v.array(GapAnswer), hasMore: v.boolean() });
export type GapPage = v.InferOutput<typeof GapPage>;

/** `GET /reconciliation`: one row per WhatsApp connection, for the last 30 days. */
export const ReconciliationSummary = v.object({
  whatsappId: v.number(),
  /** False for official numbers, whose messages cannot be listed. */
  supported: v.boolean(),
  days: v.number(),
  gaps: v.number(),
  activeChats: v.number(),
  comparedChats: v.number(),
  isProven: v.boolean(),
  /** False before the first answer of the phone. */
  hasCompared: v.boolean(),
  /** Official numbers: whether our app was subscribed at the last check; null = not checked, or not official. */
  subscribed: v.nullable(v.boolean()),
});
export type ReconciliationSummary = v.InferOutput<typeof ReconciliationSummary>;
