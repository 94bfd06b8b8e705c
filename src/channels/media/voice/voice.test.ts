import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { createDecoder } from "libopus-wasm";
import { BlobSource, EncodedPacketSink, Input, OGG } from "mediabunny";
import { recording, scratchDirectory, strengthOf, tone } from "#channels/media/testing.ts";
import { fakeClock } from "#platform/clock.ts";
import { createVoiceConverter } from "./converter.ts";
import { joinFrames, waveformOf } from "./encode.ts";

const scratch = scratchDirectory();
const converter = createVoiceConverter({ ffmpeg: null });
afterAll(() => {
  converter.close();
  scratch.remove();
});
const outputPath = () => join(scratch.path, `${crypto.randomUUID()}.ogg`);

/** The packets of an OGG file as read by an independent reader. */
async function readOgg(path: string) {
  const input = new Input({ source: new BlobSource(Bun.file(path)), formats: [OGG] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("no audio in the file");
  const packets: Uint8Array[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet.data);
  const config = await track.getDecoderConfig();
  return { packets, config, seconds: await track.computeDuration() };
}

async function decode(packets: readonly Uint8Array[]): Promise<Float32Array> {
  using decoder = await createDecoder({ channels: 1, sampleRate: 16_000 });
  return Float32Array.from(decoder.decodeFloatFrames(packets).flatMap((frame) => [...frame]));
}

describe("the voice converter", () => {
  test.each([
    [44_100, 1],
    [48_000, 2],
    [22_050, 1],
  ] as const)("at %d Hz with %d channels becomes a voice note", async (rate, channels) => {
    const input = await scratch.file("a.mp3", recording(2, rate, 440, channels));
    const output = outputPath();
    const note = await converter.convert(input, output);
    expect(note?.seconds).toBe(2);
    expect(note?.size).toBe(Bun.file(output).size);
    expect(note?.waveform).toHaveLength(64);
    expect(Math.max(...(note?.waveform ?? []))).toBe(100);

    const { packets, config, seconds } = await readOgg(output);
    expect(seconds).toBeWithin(1.95, 2.15);
    expect(config?.numberOfChannels).toBe(1);
    const head = Buffer.from(config?.description as Uint8Array);
    expect(head.readUInt32LE(12)).toBe(16_000);
    for (const packet of packets) {
      const [toc, count] = packet;
      expect((toc ?? 0) & 3).toBe(3);
      expect((count ?? 0) & 0x3f).toBe(3);
      // SILK, wideband, 20 ms (RFC 6716, table 2), one channel.
      expect((toc ?? 0) >> 2).toBe(9 << 1);
    }
    const speech = (await decode(packets)).subarray(8_000, 24_000);
    expect(strengthOf(speech, 16_000, 440)).toBeWithin(0.35, 0.6);
  });

  test("the voice converter converts several recordings one after the other", async () => {
    const input = await scratch.file("a.mp3", recording(0.5));
    const notes = await Promise.all([1, 2, 3].map(() => converter.convert(input, outputPath())));
    expect(notes.map((note) => note?.seconds)).toEqual([1, 1, 1]);
  });

  test("the voice converter skips damaged frames", async () => {
    const good = recording(2);
    const hole = crypto.getRandomValues(new Uint8Array(4_000));
    const damaged = Buffer.concat([good.subarray(0, 15_000), hole, good.subarray(15_000)]);
    const note = await converter.convert(await scratch.file("a.mp3", damaged), outputPath());
    expect(note?.seconds).toBe(2);
  });

  test.each([
    ["a text", "this is not sound"],
    ["nothing", ""],
    ["a header without sound", Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0"), Buffer.alloc(5_000)])],
  ])("returns null for %s and converts the next recording", async (_, content) => {
    const output = outputPath();
    const input = await scratch.file("a.mp3", content);
    expect(await converter.convert(input, output)).toBeNull();
    expect(existsSync(output)).toBe(false);
    const next = await converter.convert(await scratch.file("b.mp3", recording(0.5)), outputPath());
    expect(next?.seconds).toBe(1);
  });

  test("the voice converter stops an endless recording and converts the next one", async () => {
    const clock = fakeClock();
    const failures: string[] = [];
    const slow = createVoiceConverter({ ffmpeg: null, clock, onFailure: (detail) => failures.push(detail) });
    const input = await scratch.file("a.mp3", recording(0.5));
    const stuck = slow.convert(input, outputPath());
    const waiting = slow.convert(input, outputPath());
    clock.advance(120_000);
    expect(await stuck).toBeNull();
    expect(failures).toEqual(["the conversion timed out"]);
    expect((await waiting)?.seconds).toBe(1);
    slow.close();
  });

  test("the voice converter resolves waiting conversions to null when the process stops", async () => {
    const ending = createVoiceConverter({ ffmpeg: null });
    const input = await scratch.file("a.mp3", recording(0.5));
    const notes = [ending.convert(input, outputPath()), ending.convert(input, outputPath())];
    ending.close();
    expect(await Promise.all(notes)).toEqual([null, null]);
    expect(await ending.convert(input, outputPath())).toBeNull();
  });

  test("the voice converter converts other formats with the configured ffmpeg", async () => {
    const samples = await scratch.file("samples.f32", new Uint8Array(tone(1, 16_000, 440).buffer));
    // This script accepts ffmpeg's command line and writes samples, as the real ffmpeg does for any sound.
    const program = await scratch.file(
      "ffmpeg",
      `#!/bin/sh\ncase "$*" in *"-f f32le"*) cat '${samples}';; esac\n`,
    );
    await chmod(program, 0o755);
    const withProgram = createVoiceConverter({ ffmpeg: program });
    const wav = await scratch.file(
      "a.wav",
      Buffer.concat([Buffer.from("RIFF0000WAVEfmt "), Buffer.alloc(64)]),
    );
    expect((await withProgram.convert(wav, outputPath()))?.seconds).toBe(1);
    withProgram.close();
    expect(await converter.convert(wav, outputPath())).toBeNull();
  });
});

describe("Opus packets", () => {
  test("three frames share one packet that any decoder can split", async () => {
    const frame = (size: number) => Uint8Array.from([9 << 3, ...new Uint8Array(size).fill(size & 0xff)]);
    const packet = joinFrames([frame(251), frame(252), frame(1275)]);
    expect([...packet.subarray(0, 5)]).toEqual([(9 << 3) | 3, 0x83, 251, 252, 0]);
    expect(packet).toHaveLength(5 + 251 + 252 + 1275);
    expect([...joinFrames([frame(300), frame(1), frame(1)]).subarray(2, 5)]).toEqual([252, 12, 1]);
  });

  test("joining frames of different configurations throws an error", () => {
    expect(() => joinFrames([Uint8Array.of(9 << 3), Uint8Array.of(10 << 3)])).toThrow("cannot be joined");
  });

  test("the bars of a waveform are relative to the loudest part of the recording, short or long", () => {
    expect([...waveformOf([])]).toEqual(Array(64).fill(0));
    expect([...waveformOf([0.2])]).toEqual(Array(64).fill(100));
    const bars = waveformOf(Array.from({ length: 640 }, (_, index) => (index < 320 ? 0.1 : 0.2)));
    expect([...bars.subarray(0, 32)]).toEqual(Array(32).fill(50));
    expect([...bars.subarray(32)]).toEqual(Array(32).fill(100));
  });
});
