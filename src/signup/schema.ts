import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Tables of the system file. */
export const signup = sqliteTable("signup", {
  companyId: integer("company_id").primaryKey(),
  referredBy: integer("referred_by"),
  createdAt: integer("created_at").notNull(),
});

export const legalText = sqliteTable(
  "legal_text",
  {
    page: text("page", { enum: ["term", "privacy"] }).notNull(),
    language: text("language", { enum: ["pt", "en", "es"] }).notNull(),
    text: text("text").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.page, table.language] })],
);
