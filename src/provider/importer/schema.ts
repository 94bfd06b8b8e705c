import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which row here came from which row of another system's dump. */
export const importRef = sqliteTable(
  "import_reference",
  {
    /** Name of the other installation. */
    source: text("source").notNull(),
    /** Table of the dump. */
    kind: text("kind").notNull(),
    externalId: text("external_id").notNull(),
    id: integer("id").notNull(),
    /** Of the row as it came last: the same = nothing to do. */
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.externalId] })],
);

/** The same for what belongs to the installation: companies, plans, helps, announcements. */
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
