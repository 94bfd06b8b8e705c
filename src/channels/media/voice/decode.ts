import { MPEGDecoder } from "mpg123-decoder";
import { VOICE_RATE } from "./encode.ts";
import { createResampler, type Resampler } from "./resample.ts";

/** Longer recordings (seconds) are sent as audio files; the limit also bounds the work for a hostile file. */
const MAX_SECONDS = 3600;

/** Mean of both channels. */
function mix(channels: readonly Float32Array[]): Float32Array {
  const [left, right] = channels;
  if (!left || !right) return left ?? new Float32Array(0);
  return left.map((sample, index) => (sample + (right[index] ?? 0)) / 2);
}

async function* limited(chunks: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  let left = MAX_SECONDS * VOICE_RATE;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw new Error("the recording is longer than an hour");
    yield chunk;
  }
  if (left === MAX_SECONDS * VOICE_RATE) throw new Error("the recording has no samples");
}

/** Decodes an MP3 file to mono samples of 16 kHz, in pieces. Damaged frames are skipped. */
async function* decodeMp3(path: string): AsyncGenerator<Float32Array> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let rate = 0;
  let resampler: Resampler | null = null;
  try {
    for await (const bytes of Bun.file(path).stream()) {
      const decoded = decoder.decode(bytes);
      if (decoded.samplesDecoded === 0) continue;
      if (!resampler || rate !== decoded.sampleRate) {
        rate = decoded.sampleRate;
        resampler = createResampler(rate, VOICE_RATE);
      }
      yield resampler.push(mix(decoded.channelData));
    }
    if (resampler) yield resampler.flush();
  } finally {
    decoder.free();
  }
}

/** Decodes with ffmpeg, for all other formats. */
async function* decodeWith(ffmpeg: string, path: string): AsyncGenerator<Float32Array> {
  const wanted = ["-vn", "-ac", "1", "-ar", String(VOICE_RATE), "-f", "f32le", "pipe:1"];
  const child = Bun.spawn([ffmpeg, "-nostdin", "-v", "error", "-i", `file:${path}`, ...wanted], {
    stdin: "ignore",
    stderr: "ignore",
  });
  try {
    let rest = new Uint8Array(0);
    for await (const bytes of child.stdout) {
      const joined = Buffer.concat([rest, bytes]);
      const whole = joined.length - (joined.length % 4);
      // Copied, because samples must be aligned to four bytes.
      yield new Float32Array(new Uint8Array(joined.subarray(0, whole)).buffer);
      rest = new Uint8Array(joined.subarray(whole));
    }
    if ((await child.exited) !== 0) throw new Error("ffmpeg could not decode the file");
  } finally {
    child.kill("SIGKILL");
  }
}

/**
 * The samples of a recording for the encoder: mono, 16 kHz. MP3 is decoded here, other formats need `ffmpeg`. Throws
 * when there are no samples or more than an hour of them.
 */
export function decodeVoice(
  path: string,
  mimeType: string,
  ffmpeg: string | null,
): AsyncIterable<Float32Array> {
  if (mimeType === "audio/mpeg") return limited(decodeMp3(path));
  if (ffmpeg) return limited(decodeWith(ffmpeg, path));
  throw new Error(`${mimeType} needs ffmpeg (FFMPEG_PATH)`);
}
