import type { Notice } from "#platform/db/ship/batch.ts";

/** Batch formats that this program reads; it writes the last one. */
export const FORMATS = [1];

/** Number of migrations by kind of database. */
export type SchemaVersions = Readonly<Record<string, number>>;

/** The first thing that a new owner publishes, before it migrates a file (docs/rules/cluster.md#promotion). */
export const schemaNotice = (schema: SchemaVersions, version: string): Notice => ({
  type: "schema",
  schema,
  version,
  format: FORMATS.at(-1),
});

/**
 * Why a program with these migrations must not take over after such a notice; null = it may. Undefined for another
 * notice: the known state does not change. Pure.
 */
export function tooOldFor(notice: Notice, own: SchemaVersions): string | null | undefined {
  if (notice.type !== "schema") return undefined;
  const schema = notice["schema"] as SchemaVersions;
  const owner = `its program is older than the owner's (${String(notice["version"])})`;
  if (Number(notice["format"] ?? 1) > Math.max(...FORMATS))
    return `${owner}, which writes batches in a newer format: upgrade it`;
  const newer = Object.keys(schema).filter((kind) => (schema[kind] ?? 0) > (own[kind] ?? 0));
  return newer.length === 0 ? null : `${owner}, which has newer migrations (${newer.join(", ")}): upgrade it`;
}
