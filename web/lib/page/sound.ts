import { type ReadonlySignal, signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage/storage.ts";

/** Volume of the notification sound, 0 to 1 in steps of 0.1, at first 1 (docs/rules/forms.md#pages). */
export const VOLUME_STEP = 0.1;

function firstVolume(): number {
  const stored = Number.parseFloat(storage.get("volume") ?? "");
  return Number.isFinite(stored) ? Math.min(1, Math.max(0, stored)) : 1;
}

const chosen = signal(firstVolume());
export const volume: ReadonlySignal<number> = chosen;

/** Changes and stores the volume. */
export function setVolume(value: number): void {
  chosen.value = Math.round(Math.min(1, Math.max(0, value)) * 10) / 10;
  storage.set("volume", String(chosen.peek()));
}

/** Two notes, a fifth apart: pitch in Hz, start and length in seconds. */
const NOTES = [
  { pitch: 660, at: 0, length: 0.18 },
  { pitch: 990, at: 0.11, length: 0.34 },
] as const;
/** Peak amplitude of the sound at volume 1, as a fraction of full scale. */
const PEAK = 0.35;

let audio: AudioContext | undefined;

/**
 * Plays the notification sound at the chosen volume; silent before the first input on the page, as browsers require.
 */
export async function playNotification(): Promise<void> {
  if (chosen.peek() === 0 || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
  for (const note of NOTES) ring(audio, note, PEAK * chosen.peek());
}

function ring(context: AudioContext, note: (typeof NOTES)[number], peak: number): void {
  const start = context.currentTime + note.at;
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "sine";
  tone.frequency.value = note.pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(peak, start + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + note.length);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + note.length);
}
