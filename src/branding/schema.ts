import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In system.sqlite: the brand of the provider; at most one row. */
export const brand = sqliteTable("brand", {
  id: integer("id").primaryKey(),
  name: text("name").notNull().default(""),
  color: text("color").notNull().default(""),
  logo: blob("logo", { mode: "buffer" }),
  logoHash: text("logo_hash"),
  updatedAt: integer("updated_at").notNull(),
});
