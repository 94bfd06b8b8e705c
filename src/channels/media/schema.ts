import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** stored: can be opened; pending: still being fetched; missing: given up; no_room: fetched once there is room. */
export type MediaState = "stored" | "pending" | "missing" | "no_room";

/** A file of the company; whatever shows it points here. */
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
  /** 64 bytes as base64. */
  waveform: text("waveform"),
  /** What the driver needs to fetch a missing file. */
  handle: text("handle"),
  attempts: integer("attempts").notNull().default(0),
  nextTryAt: integer("next_try_at"),
  createdAt: integer("created_at").notNull(),
});
export type MediaFile = typeof mediaFile.$inferSelect;

/** One row: what all files of the company take, kept by triggers. */
export const mediaUsage = sqliteTable("media_usage", {
  id: integer("id").primaryKey(),
  bytes: integer("bytes").notNull().default(0),
  files: integer("files").notNull().default(0),
  toldBytes: integer("told_bytes").notNull().default(0),
  /** Percent: 0, 80 or 100. */
  warned: integer("warned").notNull().default(0),
  /** The highest id of a file that is gone; kept by a trigger. */
  lastFileId: integer("last_file_id").notNull().default(0),
});
