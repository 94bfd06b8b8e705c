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
 * Converts a recording to a voice note: OGG/Opus, mono, 16 kHz (docs/rules/messages.md#media). The original stays. Null
 * when conversion fails; the recording is then sent as an audio file.
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
  // Deleted during the conversion: the copy must not outlive it.
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

/** Removes the converted copy once the send is completed. */
export async function dropVoiceNote(tenant: Tenant, row: OutboxRow): Promise<void> {
  const { content } = JSON.parse(row.payload) as Payload;
  if (content.type !== "media" || !content.voice) return;
  const path = mediaFileById(tenant.db, content.fileId)?.path;
  if (path) await rm(convertedOf(mediaStoreOf(tenant).pathOf(path)), { force: true });
}
