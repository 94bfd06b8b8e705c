import { computed, signal } from "@preact/signals-react";
import type { Microphone, openMicrophone } from "./microphone.ts";
import type { Mp3Encoder, startMp3Encoder } from "./mp3-encoder.ts";

/** A recording below this is thrown away, bytes (docs/rules/screens.md#tickets). */
const MIN_AUDIO_BYTES = 10_000;
/** Longest recording, seconds: 15 minutes at 128 kbit/s stay under the 16 MB of a voice message. */
export const MAX_SECONDS = 900;
/** Bars of the level meter kept on screen. */
export const METER_BARS = 48;

export type RecorderState = "idle" | "starting" | "recording" | "paused" | "encoding";

/** The world a recorder needs; replaced by fakes in tests. */
export interface RecorderParts {
  readonly openMicrophone: typeof openMicrophone;
  readonly startEncoder: typeof startMp3Encoder;
  /** Milliseconds since 1970, for the file's name. */
  readonly now: () => number;
}

/** What became of a recording. */
export type Recorded =
  | { readonly kind: "file"; readonly file: File; readonly seconds: number }
  | { readonly kind: "too_short" }
  | { readonly kind: "discarded" };

/** Records one voice message at a time. */
export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(parts: RecorderParts) {
  const state = signal<RecorderState>("idle");
  const samples = signal(0);
  const rate = signal(1);
  const levels = signal<readonly number[]>([]);
  const seconds = computed(() => samples.value / rate.value);
  let microphone: Microphone | null = null;
  let encoder: Mp3Encoder | null = null;
  /** Grows with each recording, so that an answer that comes late is not taken for the next one's. */
  let run = 0;

  function take(piece: Float32Array<ArrayBuffer>): void {
    if (state.value !== "recording" || !encoder) return;
    levels.value = [...levels.value, loudness(piece)].slice(-METER_BARS);
    samples.value += piece.length;
    encoder.add(piece);
    if (seconds.value >= MAX_SECONDS) pause();
  }

  function release(): void {
    run += 1;
    microphone?.close();
    encoder?.close();
    microphone = null;
    encoder = null;
    state.value = "idle";
  }

  function pause(): void {
    if (state.value === "recording") state.value = "paused";
  }

  return {
    state,
    seconds,
    /** Loudness 0 to 1, newest last. */
    levels,
    /** Throws what `openMicrophone` throws. */
    async start(): Promise<void> {
      if (state.value !== "idle") return;
      state.value = "starting";
      const mine = run;
      let opened: Microphone;
      try {
        opened = await parts.openMicrophone(take);
      } catch (error) {
        if (mine === run) state.value = "idle";
        throw error;
      }
      if (mine !== run) {
        opened.close();
        return;
      }
      microphone = opened;
      rate.value = opened.sampleRate;
      samples.value = 0;
      levels.value = [];
      encoder = parts.startEncoder(opened.sampleRate);
      state.value = "recording";
    },
    pause,
    resume(): void {
      if (state.value === "paused" && seconds.value < MAX_SECONDS) state.value = "recording";
    },
    discard: release,
    /** Ends the recording. Throws `Error("ERR_RECORDING")` when it could not be encoded. */
    async finish(): Promise<Recorded> {
      if (!encoder || (state.value !== "recording" && state.value !== "paused")) return { kind: "discarded" };
      const mine = run;
      const length = seconds.value;
      state.value = "encoding";
      microphone?.close();
      try {
        const audio = await encoder.finish();
        if (mine !== run) return { kind: "discarded" };
        if (audio.size < MIN_AUDIO_BYTES) return { kind: "too_short" };
        const name = `audio-record-${parts.now()}.mp3`;
        return { kind: "file", file: new File([audio], name, { type: "audio/mpeg" }), seconds: length };
      } finally {
        if (mine === run) release();
      }
    },
  };
}

/** Root mean square, stretched so that speech fills the meter. */
function loudness(piece: Float32Array): number {
  let sum = 0;
  for (const sample of piece) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / Math.max(1, piece.length)) * 4);
}
