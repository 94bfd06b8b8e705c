import { preloadTexts } from "#web/i18n/dictionary.ts";
import { recorderTexts } from "./locales/index.ts";

/** The voice recorder with its texts; loaded at the first recording. */
export async function loadVoiceRecorder() {
  const [part] = await Promise.all([import("./voice-recorder.tsx"), preloadTexts(recorderTexts)]);
  return part.VoiceRecorder;
}
