import { and, asc, eq } from "drizzle-orm";
import { presentAttachment } from "#channels/media/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TemplateAnswer } from "./contract.ts";
import { shapeOf } from "./parts.ts";
import * as sql from "./queries.sql.ts";
import { type MessageTemplate, messageTemplate } from "./schema.ts";

/** Maximum number of templates that are read from Meta and listed; a business account may have 6,000. */
export const MAX_TEMPLATES = 6000;

export const templatesOf = (db: Db, connectionId: number): readonly MessageTemplate[] =>
  db
    .select()
    .from(messageTemplate)
    .where(eq(messageTemplate.connectionId, connectionId))
    .orderBy(asc(messageTemplate.name), asc(messageTemplate.language))
    .limit(MAX_TEMPLATES)
    .all();

/** A template by name; with `language` null, an approved one is preferred. */
export function templateByName(
  db: Db,
  connectionId: number,
  name: string,
  language: string | null,
): MessageTemplate | undefined {
  const row = queryOne(db, sql.byName, { connectionId, name, language });
  return row === undefined ? undefined : sql.read(row);
}

export const templateById = (db: Db, connectionId: number, id: number): MessageTemplate | undefined =>
  db
    .select()
    .from(messageTemplate)
    .where(and(eq(messageTemplate.connectionId, connectionId), eq(messageTemplate.id, id)))
    .get();

/** True when a file is the sample of a template. */
export const isSample = (db: Db, fileId: number): boolean =>
  db
    .select({ id: messageTemplate.id })
    .from(messageTemplate)
    .where(eq(messageTemplate.mediaId, fileId))
    .get() !== undefined;

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
    quality: row.quality,
    pausedUntil: row.pausedUntil === null ? null : new Date(row.pausedUntil).toISOString(),
    previousCategory: row.previousCategory === row.category ? null : row.previousCategory,
    ...shape,
    ...presentAttachment(tenant, row.mediaId),
    usable: fillable && status === "APPROVED",
  };
}
