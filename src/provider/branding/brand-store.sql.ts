import { query } from "#platform/db/query.ts";

export const logo = query<Record<never, never>, { logo: Uint8Array<ArrayBuffer> | null }>(
  "SELECT logo FROM brand WHERE id = 1",
);
