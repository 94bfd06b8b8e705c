import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Recurrence } from "#tenants/tenant.ts";

/** Tables of the system file. */
export const invoice = sqliteTable("invoice", {
  id: integer("id").primaryKey(),
  companyId: integer("company_id").notNull(),
  /** `YYYY-MM-DD`. */
  dueDate: text("due_date").notNull(),
  status: text("status", { enum: ["open", "paid", "cancelled"] })
    .notNull()
    .default("open"),
  detail: text("detail").notNull(),
  valueCents: integer("value_cents").notNull(),
  recurrence: text("recurrence").notNull().$type<Recurrence>(),
  planId: integer("plan_id").notNull(),
  plan: text("plan").notNull(),
  changesPlan: integer("changes_plan", { mode: "boolean" }).notNull().default(false),
  paidAt: integer("paid_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** `plan` pays for a period of the plan; `costs` has only lines, and paying it moves no due date. */
  kind: text("kind", { enum: ["plan", "costs"] })
    .notNull()
    .default("plan"),
});
export type InvoiceRow = typeof invoice.$inferSelect;

/** What an invoice contains beside the plan; its value includes them (docs/rules/billing.md#lines). */
export const invoiceLine = sqliteTable("invoice_line", {
  id: integer("id").primaryKey(),
  invoiceId: integer("invoice_id").notNull(),
  companyId: integer("company_id").notNull(),
  kind: text("kind", { enum: ["costs"] }).notNull(),
  /** `YYYY-MM`. */
  period: text("period").notNull(),
  /** JSON, `LineDetail`. */
  detail: text("detail").notNull(),
  quantity: integer("quantity").notNull(),
  valueCents: integer("value_cents").notNull(),
  createdAt: integer("created_at").notNull(),
});

export const charge = sqliteTable("charge", {
  txid: text("txid").primaryKey(),
  invoiceId: integer("invoice_id").notNull(),
  provider: text("provider", { enum: ["efi", "asaas"] }).notNull(),
  valueCents: integer("value_cents").notNull(),
  code: text("code").notNull(),
  status: text("status", { enum: ["open", "settled", "gone"] })
    .notNull()
    .default("open"),
  expiresAt: integer("expires_at").notNull(),
  askUntil: integer("ask_until").notNull(),
  askedAt: integer("asked_at").notNull().default(0),
  createdAt: integer("created_at").notNull(),
});
export type ChargeRow = typeof charge.$inferSelect;

export const payment = sqliteTable("payment", {
  id: integer("id").primaryKey(),
  txid: text("txid").notNull(),
  invoiceId: integer("invoice_id").notNull(),
  amountCents: integer("amount_cents").notNull(),
  status: text("status", { enum: ["paid", "short", "extra"] }).notNull(),
  source: text("source", { enum: ["efi", "asaas", "manual"] }).notNull(),
  raw: text("raw").notNull().default("{}"),
  createdAt: integer("created_at").notNull(),
});
export type PaymentRow = typeof payment.$inferSelect;

export const invoiceReminder = sqliteTable(
  "invoice_reminder",
  {
    invoiceId: integer("invoice_id").notNull(),
    days: integer("days").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.days] })],
);
