import type { MediaType } from "#inbox/messages/contract.ts";
import { query } from "#platform/db/query.ts";

export interface Shown {
  readonly kind: MediaType | null;
  readonly voice: number;
}

export const shown = query<{ mediaId: number }, Shown>(
  "SELECT media_type AS kind, voice FROM message WHERE media_id = :mediaId ORDER BY id LIMIT 1",
);
