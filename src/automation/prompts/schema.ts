import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RunPurpose, RunResult } from "./contract.ts";

/** An AI prompt (docs/rules/prompts.md#fields). */
export const prompt = sqliteTable("prompt", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  /** The text of the admin. */
  prompt: text("prompt").notNull(),
  /** The queue in which its tickets wait for a person. */
  queueId: integer("queue_id"),
  baseUrl: text("base_url").notNull(),
  model: text("model").notNull(),
  /** Encrypted; "" = none. */
  apiKey: text("api_key").notNull().default(""),
  maxTokens: integer("max_tokens").notNull().default(100),
  temperature: real("temperature").notNull().default(1),
  /** Number of messages of the ticket period the model reads. */
  maxMessages: integer("max_messages").notNull().default(10),
  voice: text("voice").notNull().default("texto"),
  /** Encrypted; "" = none. */
  voiceKey: text("voice_key").notNull().default(""),
  voiceRegion: text("voice_region").notNull().default(""),
  /** Tokens per calendar month; 0 = no budget. */
  monthlyBudgetTokens: integer("monthly_budget_tokens").notNull().default(0),
  /** Maximum answers per ticket period. */
  maxTurns: integer("max_turns").notNull().default(20),
  sttModel: text("stt_model").notNull().default("whisper-1"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type PromptRow = typeof prompt.$inferSelect;

export type TurnKind = "answer" | "summary" | "transcript";
export type TurnState = "waiting" | "thinking" | "done" | "dropped" | "handed_over" | "cancelled" | "failed";

/** A durable task of a prompt; one per kind and message. */
export const aiTurn = sqliteTable("ai_turn", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  kind: text("kind").$type<TurnKind>().notNull(),
  ticketId: integer("ticket_id").notNull(),
  promptId: integer("prompt_id"),
  /** The customer's last message that the turn answers. */
  messageId: integer("message_id").notNull(),
  state: text("state").$type<TurnState>().notNull().default("waiting"),
  dueAt: integer("due_at").notNull(),
  /** Id of the process that runs the turn. */
  claimedBy: text("claimed_by"),
  attempts: integer("attempts").notNull().default(0),
  /** The previous turn was dropped for this one, so this one is sent even if newer messages arrive. */
  isSecond: integer("is_second", { mode: "boolean" }).notNull().default(false),
  /** How the turn ended. */
  result: text("result"),
  createdAt: integer("created_at").notNull(),
  finishedAt: integer("finished_at"),
});
export type TurnRow = typeof aiTurn.$inferSelect;

/** One call of a model. */
export const aiRun = sqliteTable("ai_run", {
  id: integer("id").primaryKey(),
  purpose: text("purpose").$type<RunPurpose>().notNull(),
  ticketId: integer("ticket_id"),
  promptId: integer("prompt_id"),
  turnId: integer("turn_id"),
  /** The user, when a person made the request. */
  userId: integer("user_id"),
  model: text("model").notNull(),
  tokensIn: integer("tokens_in").notNull().default(0),
  tokensOut: integer("tokens_out").notNull().default(0),
  ms: integer("ms").notNull().default(0),
  result: text("result").$type<RunResult>().notNull(),
  error: text("error"),
  /** JSON: `Trace`; null once it is old. */
  trace: text("trace"),
  at: integer("at").notNull(),
});

/** Tokens of a prompt in a calendar month of the company's time zone, `YYYY-MM`. */
export const aiUsage = sqliteTable(
  "ai_usage",
  {
    promptId: integer("prompt_id").notNull(),
    month: text("month").notNull(),
    tokens: integer("tokens").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.promptId, table.month] })],
);
