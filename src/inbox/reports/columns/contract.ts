/** Columns of the report of attendances, in their usual order; without valibot, because the page needs their names only. */
export const COLUMNS = [
  "protocol",
  "contact",
  "number",
  "queue",
  "connection",
  "attendants",
  "tags",
  "priority",
  "resolution",
  "resolutionNote",
  "closeReason",
  "closedBy",
  "createdAt",
  "queuedAt",
  "botAt",
  "startedAt",
  "firstResponseAt",
  "finishedAt",
  "waiting",
  "response",
  "bot",
  "support",
  "asleep",
  "open",
  "messagesIn",
  "messagesOut",
  "transfers",
  "sla",
  "rating",
  "comment",
  "adHeadline",
  "adId",
  "adNetwork",
  "adUrl",
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Beginnings of the columns of custom fields, before the key of the field. */
export const FIELD_COLUMNS = { ticket: "field.", contact: "contactField." } as const;

/** The custom field that a column shows; undefined for the columns above. */
export function fieldOfColumn(
  id: string,
): { readonly of: keyof typeof FIELD_COLUMNS; readonly key: string } | undefined {
  for (const of of ["ticket", "contact"] as const)
    if (id.startsWith(FIELD_COLUMNS[of])) return { of, key: id.slice(FIELD_COLUMNS[of].length) };
  return undefined;
}
