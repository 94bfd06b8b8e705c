import { Application, createEncoder, type OpusEncoderHandle, Signal } from "libopus-wasm";
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from "mediabunny";

/**
 * The format of voice notes: OGG/Opus, mono, 16 kHz, packets of code 3 with three frames of 20 ms. iPhones reject 48
 * kHz and packets of code 0.
 */
export const VOICE_RATE = 16_000;
const FRAME_SAMPLES = 320;
const FRAMES_PER_PACKET = 3;
const PACKET_SAMPLES = FRAME_SAMPLES * FRAMES_PER_PACKET;
const PACKET_SECONDS = PACKET_SAMPLES / VOICE_RATE;
const BITRATE = 24_000;
/** `OPUS_BANDWIDTH_WIDEBAND`: one bandwidth for all frames, so that they can share a packet. */
const SET_BANDWIDTH = 4008;
const WIDEBAND = 1103;
const WAVEFORM_BARS = 64;

export interface EncodedVoice {
  readonly ogg: Uint8Array;
  /** Whole seconds, at least 1. */
  readonly seconds: number;
  /** 64 bytes from 0 to 100: the bars of the player. */
  readonly waveform: Uint8Array;
}

/** Encodes the length of a frame (RFC 6716, 3.2.1). */
function frameLength(length: number): number[] {
  return length < 252 ? [length] : [252 + (length % 4), (length - 252 - (length % 4)) / 4];
}

/** Joins packets of code 0 with the same configuration into one of code 3 (RFC 6716, 3.2.5). */
export function joinFrames(packets: readonly Uint8Array[]): Uint8Array {
  const toc = packets[0]?.[0] ?? 0;
  if (packets.some((packet) => packet[0] !== toc || (toc & 3) !== 0))
    throw new Error("frames cannot be joined");
  const frames = packets.map((packet) => packet.subarray(1));
  const lengths = frames.slice(0, -1).flatMap((frame) => frameLength(frame.length));
  const VARIABLE_SIZES = 0x80;
  return Buffer.concat([Uint8Array.from([toc | 3, VARIABLE_SIZES | frames.length, ...lengths]), ...frames]);
}

/** The identification header (RFC 7845, 5.1); `lookahead` in samples of the voice rate. */
function opusHead(lookahead: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(lookahead * 3, 10);
  head.writeUInt32LE(VOICE_RATE, 12);
  return head;
}

/** 64 bars of the loudness per packet; the loudest is 100. */
export function waveformOf(loudness: readonly number[]): Uint8Array {
  const bars = new Uint8Array(WAVEFORM_BARS);
  const loudest = Math.max(...loudness, 0);
  if (loudest === 0) return bars;
  for (let bar = 0; bar < WAVEFORM_BARS; bar++) {
    const from = Math.floor((bar * loudness.length) / WAVEFORM_BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * loudness.length) / WAVEFORM_BARS));
    const part = loudness.slice(from, to);
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    bars[bar] = Math.round((100 * mean) / loudest);
  }
  return bars;
}

/** Encodes three frames and returns their packet. */
function encodePacket(encoder: OpusEncoderHandle, samples: Float32Array): Uint8Array {
  const frames = [0, 1, 2].map((frame) =>
    encoder.encodeFloat(samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)),
  );
  return joinFrames(frames);
}

/** Encodes a stream of mono samples of 16 kHz; memory grows only with the encoded bytes. */
export async function encodeVoice(chunks: AsyncIterable<Float32Array>): Promise<EncodedVoice> {
  const encoder = await createEncoder({
    channels: 1,
    sampleRate: VOICE_RATE,
    application: Application.Voip,
    signal: Signal.Voice,
    bitrate: BITRATE,
    frameSize: FRAME_SAMPLES,
  });
  try {
    encoder.encoderCtl(SET_BANDWIDTH, WIDEBAND);
    const target = new BufferTarget();
    const output = new Output({ format: new OggOutputFormat(), target });
    const track = new EncodedAudioPacketSource("opus");
    output.addAudioTrack(track);
    await output.start();
    const lookahead = encoder.getLookahead();
    const decoderConfig = {
      codec: "opus",
      sampleRate: VOICE_RATE,
      numberOfChannels: 1,
      description: opusHead(lookahead),
    };
    const packet = new Float32Array(PACKET_SAMPLES);
    const loudness: number[] = [];
    let filled = 0;
    let total = 0;
    const write = async (samples: number) => {
      const data = encodePacket(encoder, packet);
      const at = loudness.length * PACKET_SECONDS;
      const duration = samples / VOICE_RATE;
      await track.add(new EncodedPacket(data, "key", at, duration), { decoderConfig });
      let energy = 0;
      for (const sample of packet) energy += Math.abs(sample);
      loudness.push(energy / PACKET_SAMPLES);
      packet.fill(0);
      filled = 0;
    };
    for await (const chunk of chunks) {
      total += chunk.length;
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + PACKET_SAMPLES - filled);
        packet.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === PACKET_SAMPLES) await write(PACKET_SAMPLES);
      }
    }
    // The encoder is delayed by its lookahead: the remaining speech, then that much silence.
    for (let left = filled + lookahead; left > 0; left -= PACKET_SAMPLES) {
      await write(Math.min(left, PACKET_SAMPLES));
    }
    await output.finalize();
    if (!target.buffer) throw new Error("no bytes were written");
    return {
      ogg: new Uint8Array(target.buffer),
      seconds: Math.max(1, Math.round(total / VOICE_RATE)),
      waveform: waveformOf(loudness),
    };
  } finally {
    encoder.free();
  }
}
