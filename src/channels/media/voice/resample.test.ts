import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { strengthOf, tone } from "#channels/media/testing.ts";
import { createResampler } from "./resample.ts";

/** The middle of the output, away from both ends. */
function resampled(input: Float32Array, rate: number): Float32Array {
  const resampler = createResampler(rate, 16_000);
  const output = Float32Array.from([...resampler.push(input), ...resampler.flush()]);
  return output.subarray(1_600, -1_600);
}

describe("resampling", () => {
  test.each([8_000, 11_025, 22_050, 24_000, 44_100, 48_000])("speech at %d Hz keeps its strength", (rate) => {
    for (const hertz of [200, 1_000, 3_200]) {
      const output = resampled(tone(1, rate, hertz), rate);
      expect(strengthOf(output, 16_000, hertz)).toBeCloseTo(1, 1);
    }
  });

  test.each([44_100, 48_000])("frequencies above 8 kHz are removed from %d Hz without aliasing", (rate) => {
    const output = resampled(tone(1, rate, 9_500), rate);
    expect(strengthOf(output, 16_000, 16_000 - 9_500)).toBeLessThan(0.01);
  });

  test("the chunk size of the stream does not change the output", () => {
    const input = tone(0.1, 44_100, 440);
    const whole = createResampler(44_100, 16_000).push(input);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }), (cuts) => {
        const resampler = createResampler(44_100, 16_000);
        const output: number[] = [];
        let at = 0;
        for (const cut of [...cuts, input.length]) {
          output.push(...resampler.push(input.subarray(at, at + cut)));
          at += cut;
        }
        expect(output).toEqual([...whole]);
      }),
      { numRuns: 50 },
    );
  });

  test("a minute of samples is still a minute long after resampling", () => {
    const resampler = createResampler(44_100, 16_000);
    let count = 0;
    for (let second = 0; second < 60; second++) count += resampler.push(new Float32Array(44_100)).length;
    count += resampler.flush().length;
    expect(Math.abs(count - 60 * 16_000)).toBeLessThanOrEqual(1);
  });
});
