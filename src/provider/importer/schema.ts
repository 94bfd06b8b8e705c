import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Maps rows of another system's dump to the imported rows. */
export const importRef = sqliteTable(
  "import_reference",
  {
    /** Name of the other installation. */
    source: text("source").notNull(),
    /** Table of the dump. */
    kind: text("kind").notNull(),
    externalId: text("external_id").notNull(),
    id: integer("id").notNull(),
    /** Hash of the row in the last import; an equal hash means no change. */
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.externalId] })],
);

/** As `importRef`, for rows of the installation: companies, plans, helps, announcements. */
export const importedThing = sqliteTable(
  "imported_record",
  {
    source: text("source").notNull(),
    kind: text("kind").notNull(),
    externalId: text("external_id").notNull(),
    id: integer("id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.externalId] })],
);
