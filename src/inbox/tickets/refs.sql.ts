import { query } from "#platform/db/query.ts";

export interface RefRow {
  readonly kind: "user" | "queue" | "connection" | "resolution";
  readonly id: number;
  readonly name: string;
  /** Colour of a queue; null for other kinds. */
  readonly color: string | null;
}
const named = (kind: RefRow["kind"], color = "NULL") =>
  `SELECT '${kind}' AS kind, id, name, ${color} AS color FROM "${kind}" WHERE id IN (SELECT value FROM json_each(:${kind}s))`;
/** The objects that listed tickets refer to; each parameter is a JSON list of ids. */
export const refs = query<Readonly<Record<`${RefRow["kind"]}s`, string>>, RefRow>(
  [named("user"), named("queue", "color"), named("connection"), named("resolution")].join(" UNION ALL "),
);
