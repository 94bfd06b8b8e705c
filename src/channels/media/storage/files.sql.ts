import type { MediaFile } from "#channels/media/schema.ts";
import { query } from "#platform/db/query.ts";

/** An id is never reused: a signed address of a deleted file would open the next file with that id. */
export const insert = query<Omit<MediaFile, "id" | "attempts">>(
  `INSERT INTO media_file (id, state, path, name, mime_type, size, sha256, width, height, duration_seconds,
     waveform, handle, next_try_at, created_at)
   VALUES (
     max(coalesce((SELECT max(id) FROM media_file), 0), coalesce((SELECT last_file_id FROM media_usage), 0)) + 1,
     :state, :path, :name, :mimeType, :size, :sha256, :width, :height, :durationSeconds,
     :waveform, :handle, :nextTryAt, :createdAt)`,
);
export const byPath = query<{ path: string }, unknown>("SELECT 1 FROM media_file WHERE path = :path");
