import { asc, eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import type { ResolutionAnswer } from "./contract.ts";
import { type Resolution, resolution } from "./schema.ts";

/** Undefined when the company has no such resolution. */
export const resolutionById = (db: Db, id: number): Resolution | undefined =>
  db.select().from(resolution).where(eq(resolution.id, id)).get();

/** All resolutions in their order, inactive ones included; at most 100. */
export const allResolutions = (db: Db): readonly Resolution[] =>
  db.select().from(resolution).orderBy(asc(resolution.position), asc(resolution.id)).all();

/** Whether a ticket of this queue offers the resolution. */
export const isOffered = ({ active, queueIds }: Resolution, queueId: number | null): boolean =>
  active && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId)));

export const presentResolution = (row: Resolution): ResolutionAnswer => ({
  id: row.id,
  name: row.name,
  queueIds: [...row.queueIds],
  position: row.position,
  active: row.active,
});
