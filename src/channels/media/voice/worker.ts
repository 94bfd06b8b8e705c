import { sniffFile } from "#channels/media/inspect/sniff.ts";
import type { VoiceAnswer, VoiceJob } from "./converter.ts";
import { decodeVoice } from "./decode.ts";
import { encodeVoice } from "./encode.ts";

/** Worker thread for conversions: about 15 ms of work per second of speech stay off the main thread. */

declare const self: Worker;

// The decoder reports every damaged frame on console.error: thousands for a hostile file.
console.error = () => undefined;

async function convert(job: VoiceJob): Promise<VoiceAnswer> {
  try {
    const { mimeType } = await sniffFile(job.input, "");
    const voice = await encodeVoice(decodeVoice(job.input, mimeType, job.ffmpeg));
    await Bun.write(job.output, voice.ogg);
    return { id: job.id, note: { seconds: voice.seconds, waveform: voice.waveform, size: voice.ogg.length } };
  } catch (error) {
    return { id: job.id, note: null, detail: String(error) };
  }
}

self.onmessage = async (event: MessageEvent<VoiceJob>) => {
  self.postMessage(await convert(event.data));
};
