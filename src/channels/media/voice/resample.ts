/** Zero crossings of the filter on each side of a sample: flat in the speech band, and cheap. */
const CROSSINGS = 16;
/** Share of the output band that passes; the rest is the slope of the filter. */
const PASSBAND = 0.92;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Converts a stream of samples to another rate; `push` and `flush` return the samples that are ready. */
export interface Resampler {
  push(input: Float32Array): Float32Array;
  flush(): Float32Array;
}

/** One windowed-sinc filter per output phase: `filters[phase * taps + tap]`. */
function designFilters(phases: number, taps: number, cutoff: number): Float32Array {
  const filters = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    const row = filters.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - taps / 2 + 1 - phase / phases;
      const angle = Math.PI * distance * cutoff;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const window = 0.5 + 0.5 * Math.cos((2 * Math.PI * distance) / taps);
      row[tap] = Math.abs(distance) > taps / 2 ? 0 : sinc * window;
      sum += row[tap] ?? 0;
    }
    for (let tap = 0; tap < taps; tap++) row[tap] = (row[tap] ?? 0) / sum;
  }
  return filters;
}

/** Mono resampler from `from` to `to` samples per second (both whole), low-pass filtered, without drift. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (input) => input, flush: () => new Float32Array(0) };
  const divisor = greatestDivisor(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const cutoff = Math.min(1, to / from) * PASSBAND;
  const taps = 2 * Math.ceil(CROSSINGS / cutoff);
  const filters = designFilters(phases, taps, cutoff);
  // Starts half a filter before the first sample, so that output and input are aligned.
  let pending = new Float32Array(taps / 2 - 1);
  let phase = 0;

  const push = (input: Float32Array): Float32Array => {
    const joined = new Float32Array(pending.length + input.length);
    joined.set(pending);
    joined.set(input, pending.length);
    const output = new Float32Array(Math.ceil((joined.length * phases) / step) + 1);
    let count = 0;
    let start = 0;
    while (start + taps <= joined.length) {
      const filter = phase * taps;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (joined[start + tap] ?? 0) * (filters[filter + tap] ?? 0);
      output[count++] = sum;
      phase += step;
      start += Math.floor(phase / phases);
      phase %= phases;
    }
    pending = joined.slice(Math.min(start, joined.length));
    return output.subarray(0, count);
  };
  return { push, flush: () => push(new Float32Array(taps / 2)) };
}
