import workletAddress from "./capture-worklet.js" with { type: "file" };

/** An open microphone. */
export interface Microphone {
  /** Hertz. */
  readonly sampleRate: number;
  /** Frees the device; the browser's recording indicator goes out. */
  close(): void;
}

/** The encoder accepts at most 48 kHz. */
const MAX_RATE = 48_000;

/**
 * Opens the microphone and passes mono samples to `onSamples` as they are recorded. Rejects with
 * `Error("ERR_MICROPHONE_DENIED")` when the user or the page's policy denies it, `Error("ERR_NO_MICROPHONE")`
 * when there is none.
 */
export async function openMicrophone(
  onSamples: (samples: Float32Array<ArrayBuffer>) => void,
): Promise<Microphone> {
  const stream = await requestStream();
  const context = createContext();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== "closed") void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletAddress);
    const capture = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0, channelCount: 1 });
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onSamples(data);
    context.createMediaStreamSource(stream).connect(capture);
    await context.resume();
    return { sampleRate: context.sampleRate, close };
  } catch {
    close();
    throw new Error("ERR_NO_MICROPHONE");
  }
}

async function requestStream(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new Error("ERR_NO_MICROPHONE");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (error) {
    const denied = error instanceof DOMException && error.name === "NotAllowedError";
    throw new Error(denied ? "ERR_MICROPHONE_DENIED" : "ERR_NO_MICROPHONE");
  }
}

function createContext(): AudioContext {
  const context = new AudioContext();
  if (context.sampleRate <= MAX_RATE) return context;
  void context.close();
  return new AudioContext({ sampleRate: MAX_RATE });
}
