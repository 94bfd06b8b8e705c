import { findConnection } from "#channels/connections/index.ts";
import type { TemplateChoice } from "#channels/templates/contract.ts";
import { choiceText, mediaOf, templateProblem } from "#channels/templates/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { MAX_BODY } from "./contract.ts";
import * as sql from "./scheduled-messages.sql.ts";
import type { ScheduledMessage } from "./schema.ts";

/**
 * Returns the connection that was chosen, else the default one: even while it is offline, never another number
 * (docs/rules/connections.md#choice).
 */
export const connectionFor = (
  db: Db,
  { connectionId }: Pick<ScheduledMessage, "connectionId">,
): number | undefined =>
  connectionId === null ? queryOne(db, sql.defaultConnection)?.id : findConnection(db, connectionId)?.id;

export const templateOf = ({ template }: Pick<ScheduledMessage, "template">): TemplateChoice | null =>
  template === null ? null : (JSON.parse(template) as TemplateChoice);

type Planned = Pick<ScheduledMessage, "connectionId" | "body"> & { readonly template: TemplateChoice | null };

/**
 * Returns the text of a scheduled message: as typed, or of its template. The file of a template may still be
 * downloading. Throws 400 ERR_VALIDATION when the template is not approved on that number, or values are missing.
 */
export function bodyOf(db: Db, { connectionId, body, template }: Planned): string {
  if (template === null) return body;
  const id = connectionFor(db, { connectionId }) ?? 0;
  const problem = templateProblem(db, id, template, null);
  if (problem === "unknown") throw invalidFields({ template: "invalid" });
  if (problem === "missing_values") throw invalidFields({ template: "required" });
  return choiceText(db, id, template).slice(0, MAX_BODY);
}

/** True when the message may have a file: with a text, or as the heading of a template that has one. */
export function takesFile(db: Db, row: Pick<ScheduledMessage, "connectionId" | "template">): boolean {
  const template = templateOf(row);
  return template === null || mediaOf(db, connectionFor(db, row) ?? 0, template) !== null;
}
