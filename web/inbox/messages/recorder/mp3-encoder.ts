import encoderAddress from "@breezystack/lamejs" with { type: "file" };
import workerAddress from "./mp3-worker.js" with { type: "file" };

/** Bit rate of recordings, kbit/s (docs/rules/forms.md#pages). */
const MP3_KBPS = 128;

/** Encodes samples into an MP3 file while they are recorded, in a worker. */
export interface Mp3Encoder {
  /** Mono samples from -1 to 1. The array is transferred to the worker: do not use it afterwards. */
  add(samples: Float32Array<ArrayBuffer>): void;
  /** The whole file; rejects with `Error("ERR_RECORDING")` when the encoder could not be loaded. */
  finish(): Promise<Blob>;
  /** Ends the worker; a running `finish` never settles. */
  close(): void;
}

/** Starts the encoder's worker for one recording. `sampleRate`: of the microphone, hertz. */
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
  // Awaited only by `finish`: an earlier failure must not be an unhandled rejection.
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
