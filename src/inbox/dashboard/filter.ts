import type { DashboardQuery } from "./contract.ts";

/** Filters on attendances: JSON lists of ids for SQL, null = all. Queue id 0 = without queue. */
export interface Filter {
  readonly queues: string | null;
  readonly connections: string | null;
  readonly tags: string | null;
}

type Ids = readonly (number | null)[] | undefined;
const listOf = (ids: Ids): string | null =>
  ids && ids.length > 0 ? JSON.stringify(ids.map((id) => id ?? 0)) : null;

/** Ids of another company match no row: they are compared with rows of this company only. */
export function filterOf(query: Pick<DashboardQuery, "queueIds" | "whatsappIds" | "tagIds">): Filter {
  return {
    queues: listOf(query.queueIds),
    connections: listOf(query.whatsappIds),
    tags: listOf(query.tagIds),
  };
}
