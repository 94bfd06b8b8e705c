import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TemplateChoice } from "#channels/templates/contract.ts";
import type { FollowUpEnding, FollowUpEndReason } from "./contract.ts";

/** A step as stored; the file belongs to the follow-up or the run. */
export interface Step {
  readonly waitMinutes: number;
  readonly text: string;
  readonly template: TemplateChoice | null;
  readonly fileId: number | null;
}

const steps = () => text("steps", { mode: "json" }).$type<readonly Step[]>().notNull().default([]);
const ending = () =>
  text("ending", { mode: "json" })
    .$type<FollowUpEnding>()
    .notNull()
    .default({} as FollowUpEnding);

/** A sequence of texts to customers who no longer answer (docs/rules/follow-ups.md). */
export const followUp = sqliteTable("follow_up", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  /** Null = shared with the company. */
  ownerId: integer("owner_id"),
  steps: steps(),
  ending: ending(),
  onlyInHours: integer("only_in_hours", { mode: "boolean" }).notNull().default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type FollowUp = typeof followUp.$inferSelect;

/** A follow-up in a ticket, with its own copy of the steps. */
export const followUpRun = sqliteTable("follow_up_run", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ticketId: integer("ticket_id").notNull(),
  /** Null = the follow-up was deleted. */
  followUpId: integer("follow_up_id"),
  connectionId: integer("connection_id").notNull(),
  name: text("name").notNull(),
  /** Empty once the run has ended. */
  steps: steps(),
  ending: ending(),
  onlyInHours: integer("only_in_hours", { mode: "boolean" }).notNull(),
  /** Number of steps queued so far; equal to the number of steps = all are queued and only the end is due. */
  step: integer("step").notNull().default(0),
  /** When the next step or the end is due, ms. While a step waits in the outbox: when it is too late to send it. */
  nextAt: integer("next_at"),
  /** The outbox row of the last step until the network has accepted it; null afterwards. */
  outboxId: integer("outbox_id"),
  state: text("state").$type<"running" | "ended">().notNull().default("running"),
  endReason: text("end_reason").$type<FollowUpEndReason>(),
  startedBy: integer("started_by"),
  startedAt: integer("started_at").notNull(),
  endedAt: integer("ended_at"),
});
export type FollowUpRun = typeof followUpRun.$inferSelect;

/** A queued step; its key ensures that it is queued once. */
export const followUpStep = sqliteTable(
  "follow_up_step",
  {
    runId: integer("run_id").notNull(),
    step: integer("step").notNull(),
    connectionId: integer("connection_id").notNull(),
    messageId: integer("message_id"),
    queuedAt: integer("queued_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.step] })],
);
