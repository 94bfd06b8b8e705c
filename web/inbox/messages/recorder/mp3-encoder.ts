import encoderAddress from "@breezystack/lamejs" with { type: "file" };
import workerAddress from "./mp3-worker.js" with { type: "file" };

/** Bits of the recordings, kbit/s (docs/rules/forms.md#pages). */
const MP3_KBPS = 128;

/** Turns samples into an MP3 file while they come in, away from the page's thread. */
export interface Mp3Encoder {
  /** Mono samples from -1 to 1. The array is handed over: do not use it afterwards. */
  add(samples: Float32Array<ArrayBuffer>): void;
  /** The whole file; rejects with `Error("ERR_RECORDING")` when the encoder could not be loaded. */
  finish(): Promise<Blob>;
  /** Frees the worker; nothing comes of a `finish` under way. */
  close(): void;
}

/** Starts the encoder's worker for one recording. `sampleRate` in hertz, as the microphone gives it. */
export function startMp3Encoder(sampleRate: number): Mp3Encoder {
  const worker = new Worker(workerAddress, { type: "module" });
  const encoder = new URL(encoderAddress, location.href).href;
  worker.postMessage({ kind: "start", encoder, sampleRate, kbps: MP3_KBPS });
  const outcome = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ kind: string; parts?: BlobPart[] }>) => {
      if (data.kind === "done") resolve(new Blob(data.parts ?? [], { type: "audio/mpeg" }));
      else reject(new Error("ERR_RECORDING"));
    };
    worker.onerror = () => reject(new Error("ERR_RECORDING"));
  });
  // Asked for only at the end: a failure before that must not count as unhandled.
  outcome.catch(() => undefined);
  return {
    add: (samples) => worker.postMessage({ kind: "samples", samples }, [samples.buffer]),
    finish: () => {
      worker.postMessage({ kind: "finish" });
      return outcome;
    },
    close: () => worker.terminate(),
  };
}
