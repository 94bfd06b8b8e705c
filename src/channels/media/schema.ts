import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * stored: on disk; pending: being downloaded; missing: download given up, or deleted by retention; no_room:
 * downloaded once there is storage space.
 */
export type MediaState = "stored" | "pending" | "missing" | "no_room";

/** A file of the company; the rows that show it refer to it. */
export const mediaFile = sqliteTable("media_file", {
  id: integer("id").primaryKey(),
  state: text("state").$type<MediaState>().notNull().default("stored"),
  /** Relative to the media directory. */
  path: text("path"),
  name: text("name").notNull().default(""),
  mimeType: text("mime_type").notNull().default("application/octet-stream"),
  size: integer("size").notNull().default(0),
  sha256: text("sha256"),
  /** Pixels. */
  width: integer("width"),
  height: integer("height"),
  durationSeconds: real("duration_seconds"),
  /** Loudness of a voice note: 64 bytes as base64. */
  waveform: text("waveform"),
  /** Handle with which the driver downloads a missing file. */
  handle: text("handle"),
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at"),
  createdAt: integer("created_at").notNull(),
});
export type MediaFile = typeof mediaFile.$inferSelect;

/** A single row: the storage used by all files, maintained by triggers. */
export const mediaUsage = sqliteTable("media_usage", {
  id: integer("id").primaryKey(),
  bytes: integer("bytes").notNull().default(0),
  files: integer("files").notNull().default(0),
  toldBytes: integer("told_bytes").notNull().default(0),
  /** The last warning, percent: 0, 80 or 100. */
  warned: integer("warned").notNull().default(0),
  /** The highest id of a deleted file; maintained by a trigger. */
  lastFileId: integer("last_file_id").notNull().default(0),
});
