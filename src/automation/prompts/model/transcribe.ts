import * as v from "valibot";
import type { Installation } from "#tenants/installation.ts";
import { ModelFailed } from "./failure.ts";
import { callModel, type ModelServer } from "./server.ts";

/** Largest file that public transcription servers accept. */
export const MAX_AUDIO_BYTES = 25_000_000;
const MAX_TEXT = 10_000;
const Transcription = v.object({ text: v.string() });

export interface Recording {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly mimeType: string;
}

/** Transcribes a recording. Throws ModelFailed; with `garbage` also when the recording has no speech. */
export async function transcribe(
  installation: Installation,
  server: ModelServer,
  model: string,
  recording: Recording,
): Promise<string> {
  const form = new FormData();
  form.set("model", model);
  form.set("file", new File([recording.bytes], recording.name, { type: recording.mimeType }));
  const { text } = await callModel(installation, server, "/audio/transcriptions", { body: form });
  let said: string;
  try {
    said = v.parse(Transcription, JSON.parse(text)).text.trim();
  } catch {
    throw new ModelFailed("garbage", "no transcript");
  }
  if (said === "") throw new ModelFailed("garbage", "silence");
  return said.slice(0, MAX_TEXT);
}
