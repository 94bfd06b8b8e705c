import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Tables of the system file. */
export const signup = sqliteTable("signup", {
  companyId: integer("company_id").primaryKey(),
  referredBy: integer("referred_by"),
  createdAt: integer("created_at").notNull(),
  /** Names the sign-up of another cell from which the company was created, once. */
  origin: text("origin"),
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

/** A sign-up whose e-mail is not confirmed yet, in the system file. */
export const waitingSignup = sqliteTable("waiting_signup", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  email: text("email").notNull(),
  companyName: text("company_name").notNull(),
  adminName: text("admin_name").notNull(),
  phone: text("phone").notNull(),
  planId: integer("plan_id").notNull(),
  passwordHash: text("password_hash").notNull(),
  language: text("language", { enum: ["pt-BR", "en", "es"] }).notNull(),
  referredBy: integer("referred_by"),
  network: text("network").notNull(),
  sent: integer("sent").notNull(),
  countedFrom: integer("counted_from").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

/** A mailed link of a sign-up, in the system file. */
export const signupLink = sqliteTable("signup_link", {
  id: integer("id").primaryKey(),
  hash: text("hash").notNull(),
  signupId: integer("signup_id").notNull(),
  state: text("state", { enum: ["open", "replaced", "used"] }).notNull(),
  expiresAt: integer("expires_at").notNull(),
});
