import { expect, test } from "bun:test";
import { MAX_SECONDS, Recorder } from "./recorder-model.ts";

const RATE = 1000;
function studio(bytes: number) {
  let feed: (samples: Float32Array<ArrayBuffer>) => void = () => undefined;
  const seen = { closed: 0, encoderClosed: 0, samples: 0 };
  const recorder = new Recorder({
    openMicrophone: async (onSamples) => {
      feed = onSamples;
      return { sampleRate: RATE, close: () => void seen.closed++ };
    },
    startEncoder: () => ({
      add: (samples) => {
        seen.samples += samples.length;
      },
      finish: async () => new Blob([new Uint8Array(bytes)]),
      close: () => void seen.encoderClosed++,
    }),
    now: () => 42,
  });
  return { recorder, seen, speak: (count: number) => feed(new Float32Array(count).fill(0.2)) };
}

test("a recording becomes an MP3 file named as the server expects", async () => {
  const { recorder, speak, seen } = studio(10_000);
  await recorder.start();
  speak(RATE * 2);
  expect(recorder.seconds.value).toBe(2);
  const outcome = await recorder.finish();
  expect(outcome.kind === "file" && outcome.file.name).toBe("audio-record-42.mp3");
  expect(outcome.kind === "file" && outcome.file.type).toBe("audio/mpeg");
  expect(recorder.state.value).toBe("idle");
  expect(seen.closed).toBeGreaterThan(0);
});

test("a recording under 10000 bytes is discarded with a hint that it is too short", async () => {
  const { recorder, speak } = studio(9_999);
  await recorder.start();
  speak(10);
  expect(await recorder.finish()).toEqual({ kind: "too_short" });
});

test("a paused recorder records nothing", async () => {
  const { recorder, speak, seen } = studio(10_000);
  await recorder.start();
  speak(500);
  recorder.pause();
  speak(500);
  recorder.resume();
  speak(500);
  expect(seen.samples).toBe(1000);
  expect(recorder.levels.value).toHaveLength(2);
  expect(recorder.levels.value[0]).toBeCloseTo(0.8, 1);
});

test("discarding a recording frees the microphone and sends nothing", async () => {
  const { recorder, speak, seen } = studio(10_000);
  await recorder.start();
  speak(500);
  recorder.discard();
  expect(recorder.state.value).toBe("idle");
  expect(seen).toMatchObject({ closed: 1, encoderClosed: 1 });
  expect(await recorder.finish()).toEqual({ kind: "discarded" });
});

test("discarding before the microphone permission closes the microphone when it opens", async () => {
  const { recorder, seen } = studio(10_000);
  const started = recorder.start();
  recorder.discard();
  await started;
  expect(recorder.state.value).toBe("idle");
  expect(seen.closed).toBe(1);
});

test("a refused microphone leaves the composer unchanged", async () => {
  const recorder = new Recorder({
    openMicrophone: () => Promise.reject(new Error("ERR_MICROPHONE_DENIED")),
    startEncoder: () => {
      throw new Error("not reached");
    },
    now: () => 0,
  });
  await expect(recorder.start()).rejects.toThrow("ERR_MICROPHONE_DENIED");
  expect(recorder.state.value).toBe("idle");
});

test("a recording stops automatically at the maximum length", async () => {
  const { recorder, speak } = studio(10_000);
  await recorder.start();
  speak(RATE * MAX_SECONDS);
  expect(recorder.state.value).toBe("paused");
  recorder.resume();
  expect(recorder.state.value).toBe("paused");
});
