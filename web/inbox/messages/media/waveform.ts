/** Bars drawn by the voice player. */
export const BARS = 44;

/** Heights 0 to 1 from the 64 bytes (0 to 100) WhatsApp sends as base64; null when there is none to draw. */
export function parseWaveform(base64: string | null, bars = BARS): number[] | null {
  if (!base64) return null;
  const bytes = decode(base64);
  if (bytes.length === 0) return null;
  return resample(
    Array.from(bytes, (byte) => Math.min(byte, 100) / 100),
    bars,
  );
}

/** The loudest value of each of `bars` equal stretches. */
export function resample(values: readonly number[], bars: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * values.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * values.length) / bars));
    return values.slice(from, to).reduce((loudest, value) => Math.max(loudest, value), 0);
  });
}

function decode(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
