import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OptionAction } from "./options/contract.ts";

export const queue = sqliteTable("queue", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  color: text("color").notNull(),
  orderQueue: integer("order_queue").notNull().default(0),
  greetingMessage: text("greeting_message").notNull().default(""),
  completionMessage: text("completion_message").notNull().default(""),
  outOfHoursMessage: text("out_of_hours_message").notNull().default(""),
  ratingMessage: text("rating_message").notNull().default(""),
  token: text("token").notNull().default(""),
  integrationId: integer("integration_id"),
  promptId: integer("prompt_id"),
  /** File of the greeting. */
  mediaId: integer("media_id"),
  allowDistributed: integer("allow_distributed", { mode: "boolean" }).notNull().default(false),
  /** User who was offered the last ticket; the next one is offered to the user after. */
  lastDistributedUserId: integer("last_distributed_user_id"),
  /** Opening hours as JSON. */
  schedules: text("schedules").notNull().default("[]"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type QueueRow = typeof queue.$inferSelect;

/** Users of a queue's distribution, in order of `position`. */
export const queueDistribution = sqliteTable(
  "queue_distribution",
  {
    queueId: integer("queue_id").notNull(),
    userId: integer("user_id").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.userId] })],
);

/** A node of a queue's option tree. */
export const queueOption = sqliteTable("queue_option", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  queueId: integer("queue_id").notNull(),
  /** null = directly below the queue. */
  parentId: integer("parent_id"),
  title: text("title").notNull(),
  message: text("message").notNull().default(""),
  /** Number that the customer types; unique among siblings. */
  option: text("option").notNull(),
  action: text("action").$type<OptionAction>().notNull().default("say"),
  targetQueueId: integer("target_queue_id"),
  targetUserId: integer("target_user_id"),
  targetTagId: integer("target_tag_id"),
  integrationId: integer("integration_id"),
  promptId: integer("prompt_id"),
  fallbackQueueId: integer("fallback_queue_id"),
  maxTries: integer("max_tries").notNull().default(3),
  autoAdvance: integer("auto_advance", { mode: "boolean" }).notNull().default(false),
  mediaId: integer("media_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type QueueOptionRow = typeof queueOption.$inferSelect;
