import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row, in system.sqlite the brand of the provider, in a company's file its own. */
export const brand = sqliteTable("brand", {
  id: integer("id").primaryKey(),
  /** Empty fields are inherited from the provider's brand, and there from the product's. */
  name: text("name").notNull().default(""),
  color: text("color").notNull().default(""),
  logo: blob("logo", { mode: "buffer" }),
  logoHash: text("logo_hash"),
  updatedAt: integer("updated_at").notNull(),
});
