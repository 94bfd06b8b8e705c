import { rm } from "node:fs/promises";
import { type Clock, systemClock } from "#platform/clock.ts";

/** A recording converted to a voice note. */
interface VoiceNote {
  /** Whole seconds, at least 1. */
  readonly seconds: number;
  /** 64 bytes from 0 to 100: the bars of the player. */
  readonly waveform: Uint8Array;
  /** Bytes of the converted file. */
  readonly size: number;
}

export interface VoiceJob {
  readonly id: number;
  readonly input: string;
  readonly output: string;
  readonly ffmpeg: string | null;
}
export type VoiceAnswer =
  | { readonly id: number; readonly note: VoiceNote }
  | { readonly id: number; readonly note: null; readonly detail: string };

/** Converts recordings to voice notes, one after the other, in a worker thread. */
export interface VoiceConverter {
  /**
   * Converts the recording at `input` (MP3; other formats when an ffmpeg is configured) to OGG/Opus at `output`:
   * mono, 16 kHz, packets of code 3. Null when it cannot be converted; the caller then sends it as an audio file.
   */
  convert(input: string, output: string): Promise<VoiceNote | null>;
  /** Ends the thread; waiting conversions resolve to null. */
  close(): void;
}

export interface VoiceOptions {
  /** `FFMPEG_PATH`. */
  readonly ffmpeg: string | null;
  readonly clock?: Clock;
  /** Called with the reason when a recording could not be converted. */
  readonly onFailure?: (detail: string) => void;
}

/** 60 s of speech take about a second; an hour, the maximum, about one minute. */
const TIMEOUT_MS = 120_000;
/** The thread takes some 30 MB and starts in a few milliseconds, so it ends when it is idle. */
const IDLE_MS = 30_000;

interface Waiting {
  readonly input: string;
  readonly output: string;
  readonly done: (note: VoiceNote | null) => void;
}

/** The thread starts with the first recording and ends when it has been idle. */
export function createVoiceConverter(options: VoiceOptions): VoiceConverter {
  const clock = options.clock ?? systemClock;
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let jobs = 0;
  let closed = false;
  let cancelTimer: () => void = () => undefined;

  const endThread = () => {
    cancelTimer();
    worker?.terminate();
    worker = null;
  };
  const finish = async (note: VoiceNote | null, detail: string) => {
    cancelTimer();
    const job = current;
    current = null;
    if (job && !note) {
      options.onFailure?.(detail);
      await rm(job.output, { force: true });
    }
    job?.done(note);
    next();
  };
  const fail = (detail: string) => {
    endThread();
    void finish(null, detail);
  };
  const thread = (): Worker => {
    if (worker) return worker;
    // The build finds the worker by this literal.
    const started = new Worker(new URL("./worker.ts", import.meta.url).href);
    started.onmessage = ({ data }: MessageEvent<VoiceAnswer>) => {
      if (started !== worker || data.id !== jobs) return;
      void finish(data.note, data.note ? "" : data.detail);
    };
    started.onerror = (event) => {
      if (started === worker) fail(event.message);
    };
    worker = started;
    return started;
  };
  function next(): void {
    if (current || closed) return;
    const job = queue.shift();
    if (!job) {
      cancelTimer();
      cancelTimer = clock.after(IDLE_MS, endThread);
      return;
    }
    current = job;
    cancelTimer();
    const message: VoiceJob = { id: ++jobs, input: job.input, output: job.output, ffmpeg: options.ffmpeg };
    thread().postMessage(message);
    cancelTimer = clock.after(TIMEOUT_MS, () => fail("the conversion timed out"));
  }

  return {
    convert(input, output) {
      if (closed) return Promise.resolve(null);
      return new Promise((done) => {
        queue.push({ input, output, done });
        next();
      });
    },
    close() {
      closed = true;
      endThread();
      for (const { done } of [...(current ? [current] : []), ...queue.splice(0)]) done(null);
      current = null;
    },
  };
}
