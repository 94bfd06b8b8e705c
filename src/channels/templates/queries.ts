import { presentAttachment } from "#channels/media/index.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TemplateAnswer } from "./contract.ts";
import { shapeOf } from "./parts.ts";
import { type MessageTemplate, messageTemplate } from "./schema.ts";

const { columns, read } = rowReader(messageTemplate);
// A business account has at most some thousand; nobody chooses among more.
const OF_CONNECTION = `SELECT ${columns} FROM message_template WHERE connection_id = ? ORDER BY name, language LIMIT 2000`;
// Approved ones first where a name stands in several languages.
const BY_NAME = `SELECT ${columns} FROM message_template WHERE connection_id = ?1 AND name = ?2
  AND (?3 IS NULL OR language = ?3) ORDER BY status = 'APPROVED' DESC, language LIMIT 1`;

export const templatesOf = (db: Db, connectionId: number): readonly MessageTemplate[] =>
  all(db, OF_CONNECTION, connectionId).map(read);

/** A template by its name; `language` null = whichever is approved. */
export function templateByName(
  db: Db,
  connectionId: number,
  name: string,
  language: string | null,
): MessageTemplate | undefined {
  const row = one(db, BY_NAME, connectionId, name, language);
  return row === undefined ? undefined : read(row);
}

const BY_ID = `SELECT ${columns} FROM message_template WHERE connection_id = ? AND id = ?`;
export function templateById(db: Db, connectionId: number, id: number): MessageTemplate | undefined {
  const row = one(db, BY_ID, connectionId, id);
  return row === undefined ? undefined : read(row);
}

export function presentTemplate(tenant: Tenant, row: MessageTemplate): TemplateAnswer {
  const { fillable, links: _links, ...shape } = shapeOf(row);
  const { id, name, language, category, status, reason } = row;
  return {
    id,
    name,
    language,
    category,
    status,
    reason,
    ...shape,
    ...presentAttachment(tenant, row.mediaId),
    usable: fillable && status === "APPROVED",
  };
}
