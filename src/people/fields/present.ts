import type { Db } from "#platform/db/database.ts";
import type { FieldAnswer } from "./contract.ts";
import { hasValues } from "./queries.ts";
import type { Field } from "./schema.ts";

export const presentField = (db: Db, row: Field): FieldAnswer => ({
  id: row.id,
  of: row.of,
  key: row.key,
  label: row.label,
  kind: row.kind,
  choices: [...row.choices],
  required: row.required,
  queueIds: [...row.queueIds],
  inList: row.inList,
  position: row.position,
  active: row.active,
  hasValues: hasValues(db, row.id),
});
