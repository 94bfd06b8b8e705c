import type { Part } from "#connections/index.ts";
import type { Db } from "#platform/db/database.ts";
import { previewOf } from "./contract.ts";
import { filledComponents, shapeOf } from "./parts.ts";
import { templateByName } from "./queries.ts";

/** A template with its values: what goes to the network, and how it reads. */
export interface FilledTemplate {
  readonly name: string;
  readonly language: string;
  readonly components: readonly Part[];
  readonly text: string;
}

/**
 * Fills in an approved template of a number. `language` null = whichever is approved. Missing values are looked at as
 * "missing_values"; what is not there, not approved or cannot be filled in here as "unknown".
 */
export function fillTemplate(
  db: Db,
  connectionId: number,
  wanted: { readonly name: string; readonly language: string | null; readonly values: readonly string[] },
): FilledTemplate | "unknown" | "missing_values" {
  const row = templateByName(db, connectionId, wanted.name, wanted.language);
  if (row?.status !== "APPROVED") return "unknown";
  const shape = shapeOf(row);
  if (!shape.fillable) return "unknown";
  // The network takes neither empty values nor lines in them.
  const values = wanted.values.map((value) => value.replace(/\s+/g, " ").trim());
  if (values.length !== shape.variables.length || values.includes("")) return "missing_values";
  const { name, language } = row;
  return { name, language, components: filledComponents(shape, values), text: previewOf(shape, values) };
}
