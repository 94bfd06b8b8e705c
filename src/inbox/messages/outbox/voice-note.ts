import { rm } from "node:fs/promises";
import {
  convertedOf,
  type MediaFile,
  mediaFileById,
  mediaStoreOf,
  updateMediaFile,
  type VoiceConverter,
} from "#channels/media/index.ts";
import { announceUpdate } from "#inbox/messages/events.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Payload } from "./payload.ts";

export const VoicePort = definePort<VoiceConverter>("voice");

/**
 * Converts a recording to a voice note: OGG/Opus, mono, 16 kHz (docs/rules/messages.md#media). The original file is
 * kept. Returns null when the conversion fails; the recording is then sent as an audio file.
 */
export async function voiceNoteOf(
  tenant: Tenant,
  row: OutboxRow,
  file: MediaFile,
): Promise<{ path: string; seconds: number } | null> {
  const store = mediaStoreOf(tenant);
  const original = store.pathOf(file.path ?? "");
  const path = convertedOf(original);
  if (file.waveform !== null && file.durationSeconds !== null && (await Bun.file(path).exists()))
    return { path, seconds: file.durationSeconds };
  const note = await tenant.installation.ports.use(VoicePort).convert(original, path);
  if (!note) return null;
  // The message was deleted during the conversion: the converted copy must be deleted, too.
  if (!mediaFileById(tenant.db, file.id)) {
    await rm(path, { force: true });
    return null;
  }
  tenant.write((unit) => {
    updateMediaFile(unit, file.id, {
      durationSeconds: note.seconds,
      waveform: Buffer.from(note.waveform).toString("base64"),
    });
    if (row.messageId !== null) announceUpdate(unit, row.messageId);
  });
  return { path, seconds: note.seconds };
}

/** Deletes the converted copy once the send is completed. */
export async function dropVoiceNote(tenant: Tenant, row: OutboxRow): Promise<void> {
  const { content } = JSON.parse(row.payload) as Payload;
  if (content.type !== "media" || !content.voice) return;
  const path = mediaFileById(tenant.db, content.fileId)?.path;
  if (path) await rm(convertedOf(mediaStoreOf(tenant).pathOf(path)), { force: true });
}
