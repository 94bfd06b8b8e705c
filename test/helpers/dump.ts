import type { Db } from "#platform/db/database.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

/** Ordinary tables; virtual tables and their shadows are filled by triggers. */
export const tablesOf = ({ $client }: Db): readonly string[] =>
  (
    $client
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
      )
      .all() as { name: string }[]
  ).map(({ name }) => name);

/** Every row of every table as text: equal texts mean that no row changed. */
export function dump(db: Db): string {
  return tablesOf(db)
    .map(
      (table) =>
        `${table} ${JSON.stringify(db.$client.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all())}`,
    )
    .join("\n");
}

/** Values for columns that do not accept any number or text, by column or `table.column`. */
const SPECIAL: Readonly<Record<string, string | number | null>> = {
  status: "open",
  profile: "user",
  state: "stored",
  channel: "whatsapp",
  provider: "beta",
  health: "ok",
  origin: "contact",
  once_per: "event",
  // Columns with a CHECK.
  "action_file.owner": "macro",
  "bulk_item.before": null,
  "bulk_item.state": "done",
  "bulk_run.state": "done",
  "brand.id": 1,
  "draft.mode": "message",
  "follow_up_run.state": "ended",
  "macro.digit": 7,
  "media_usage.id": 1,
  "meta_account.kind": "page",
  "metric_check.id": 1,
  "presence_span.kind": "online",
  "report_file.error": null,
  "report_file.figures": null,
  "report_file.format": "csv",
  "report_file.kind": "attendances",
  "report_file.language": "pt",
  "report_file.next_rows": null,
  "report_file.state": "done",
  "rule_run.outcome": "fired",
  "sla_clock.day": "2026-11-20",
  "sla_clock.target": "first",
  "sla_policy.hours": "clock",
  "sla_policy.starts_at": "queue",
  "ticket_referral.network": "whatsapp",
  "user_rating.rate": 3,
  "user_rating.scale": "three",
  // JSON without a default.
  actions: "[]",
  answer: "{}",
  cells: "[]",
  columns: "[]",
  components: "[]",
  estimate: "{}",
  filter: "{}",
  identities: "[]",
  loser: "{}",
  moved: "{}",
  payload: "{}",
  scopes: "[]",
  template: null,
  template1: null,
  template2: null,
  template3: null,
  template4: null,
  template5: null,
  trace: null,
  user_ids: "[]",
};
/** The defaults of columns with JSON. */
const EMPTY_JSON: Readonly<Record<string, string>> = {
  "'[]'": "[]",
  "'{}'": "{}",
  "'{\"all\":[]}'": '{"all":[]}',
};

/**
 * Inserts one row into every table, all with the same id, so that they refer to each other; every text contains
 * `text`. Columns ending in `deleted_at`, `ended_at`, `closed_at` stay null. Rows that triggers created are kept. Throws when a
 * constraint refuses a row: its column needs a value in `SPECIAL`.
 */
export function fillEveryTable(db: Db, id: number, text: string): void {
  const { $client } = db;
  $client.pragma("foreign_keys = OFF");
  for (const table of tablesOf(db).filter((name) => name !== "schema_migration")) {
    const columns = $client.pragma(`table_info("${table}")`) as Column[];
    const values = columns.map((column) => sampleOf(table, column, id, text));
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const insert = `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
    try {
      $client.prepare(insert).run(...values);
    } catch (error) {
      // A trigger, or an earlier fill, has written a row with this key.
      if (!isDuplicate(error)) throw new Error(`no row for ${table}: ${String(error)}`);
    }
  }
  $client.pragma("foreign_keys = ON");
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_ROWID"].includes(
    String(error.code),
  );

function sampleOf(
  table: string,
  { name, type, notnull, dflt_value }: Column,
  id: number,
  text: string,
): string | number | Buffer | null {
  const json = EMPTY_JSON[dflt_value ?? ""];
  if (json) return json;
  for (const known of [`${table}.${name}`, name])
    if (Object.hasOwn(SPECIAL, known)) return SPECIAL[known] ?? null;
  if (!notnull && /(deleted|ended|closed|undone|finished|opted_out)_at$/.test(name)) return null;
  if (type === "INTEGER") return id;
  if (type === "BLOB") return Buffer.from(`${text} ${name}`);
  return type === "REAL" ? 1 : `${text} ${name}`;
}
