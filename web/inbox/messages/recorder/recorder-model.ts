import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { Microphone, openMicrophone } from "./microphone.ts";
import type { Mp3Encoder, startMp3Encoder } from "./mp3-encoder.ts";

/** A smaller recording is discarded, bytes (docs/rules/screens.md#tickets). */
const MIN_AUDIO_BYTES = 10_000;
/** Longest recording, seconds: 15 minutes at 128 kbit/s stay under the 16 MB of a voice message. */
export const MAX_SECONDS = 900;
/** Bars of the level meter kept on screen. */
export const METER_BARS = 48;

export type RecorderState = "idle" | "starting" | "recording" | "paused" | "encoding";

/** The browser interfaces of a recorder; fakes in tests. */
export interface RecorderParts {
  readonly openMicrophone: typeof openMicrophone;
  readonly startEncoder: typeof startMp3Encoder;
  /** Milliseconds since 1970, for the file's name. */
  readonly now: () => number;
}

/** Result of a recording. */
export type Recorded =
  | { readonly kind: "file"; readonly file: File; readonly seconds: number }
  | { readonly kind: "too_short" }
  | { readonly kind: "discarded" };

/** Records one voice message at a time. */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #state = signal<RecorderState>("idle");
  readonly #samples = signal(0);
  readonly #rate = signal(1);
  readonly #levels = signal<readonly number[]>([]);
  #microphone: Microphone | null = null;
  #encoder: Mp3Encoder | null = null;
  /** Incremented at the end of each recording, so that a late answer is not taken for the next recording's. */
  #run = 0;

  readonly state: ReadonlySignal<RecorderState> = this.#state;
  readonly seconds = computed(() => this.#samples.value / this.#rate.value);
  /** Loudness 0 to 1, newest last. */
  readonly levels: ReadonlySignal<readonly number[]> = this.#levels;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Throws what `openMicrophone` throws. */
  async start(): Promise<void> {
    if (this.#state.value !== "idle") return;
    this.#state.value = "starting";
    const run = this.#run;
    let opened: Microphone;
    try {
      opened = await this.#parts.openMicrophone((piece) => this.#add(piece));
    } catch (error) {
      if (run === this.#run) this.#state.value = "idle";
      throw error;
    }
    if (run !== this.#run) {
      opened.close();
      return;
    }
    this.#microphone = opened;
    this.#rate.value = opened.sampleRate;
    this.#samples.value = 0;
    this.#levels.value = [];
    this.#encoder = this.#parts.startEncoder(opened.sampleRate);
    this.#state.value = "recording";
  }

  pause(): void {
    if (this.#state.value === "recording") this.#state.value = "paused";
  }

  resume(): void {
    if (this.#state.value === "paused" && this.seconds.value < MAX_SECONDS) this.#state.value = "recording";
  }

  /** Ends the recording and closes the microphone. */
  discard(): void {
    this.#run += 1;
    this.#microphone?.close();
    this.#encoder?.close();
    this.#microphone = null;
    this.#encoder = null;
    this.#state.value = "idle";
  }

  /** Ends the recording. Throws `Error("ERR_RECORDING")` when it could not be encoded. */
  async finish(): Promise<Recorded> {
    const encoder = this.#encoder;
    if (!encoder || (this.#state.value !== "recording" && this.#state.value !== "paused"))
      return { kind: "discarded" };
    const run = this.#run;
    const seconds = this.seconds.value;
    this.#state.value = "encoding";
    this.#microphone?.close();
    try {
      const audio = await encoder.finish();
      if (run !== this.#run) return { kind: "discarded" };
      if (audio.size < MIN_AUDIO_BYTES) return { kind: "too_short" };
      const name = `audio-record-${this.#parts.now()}.mp3`;
      return { kind: "file", file: new File([audio], name, { type: "audio/mpeg" }), seconds };
    } finally {
      if (run === this.#run) this.discard();
    }
  }

  #add(piece: Float32Array<ArrayBuffer>): void {
    if (this.#state.value !== "recording" || !this.#encoder) return;
    this.#levels.value = [...this.#levels.value, loudness(piece)].slice(-METER_BARS);
    this.#samples.value += piece.length;
    this.#encoder.add(piece);
    if (this.seconds.value >= MAX_SECONDS) this.pause();
  }
}

/** Root mean square, scaled so that speech fills the meter. */
function loudness(piece: Float32Array): number {
  let sum = 0;
  for (const sample of piece) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / Math.max(1, piece.length)) * 4);
}
