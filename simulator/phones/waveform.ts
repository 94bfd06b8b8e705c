/** Number of bars of a voice note's waveform. */
const BARS = 64;

/**
 * The bars of a recording (OGG/Opus), 0 to 100, as the sender's phone computes them: estimated from the packet sizes,
 * which grow with loudness. Null for other formats.
 */
export function waveformOf(ogg: Uint8Array): Uint8Array | null {
  // The first two packets are headers.
  const sizes = packetSizes(ogg).slice(2);
  if (sizes.length === 0) return null;
  const quietest = Math.min(...sizes);
  const range = Math.max(...sizes) - quietest || 1;
  return Uint8Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * sizes.length) / BARS);
    const part = sizes.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * sizes.length) / BARS)));
    const mean = part.reduce((sum, size) => sum + size, 0) / part.length;
    // Squared: packets of loud parts differ less than their loudness does.
    return Math.round(100 * ((mean - quietest) / range) ** 2);
  });
}

/** Bytes of each packet, from the segment tables of the pages (RFC 3533, 6). */
function packetSizes(ogg: Uint8Array): number[] {
  const sizes: number[] = [];
  let packet = 0;
  for (let page = 0; page + 27 <= ogg.length && isPage(ogg, page); ) {
    const table = ogg.subarray(page + 27, page + 27 + (ogg[page + 26] ?? 0));
    let body = 0;
    for (const segment of table) {
      body += segment;
      packet += segment;
      if (segment === 255) continue;
      sizes.push(packet);
      packet = 0;
    }
    page += 27 + table.length + body;
  }
  return sizes;
}

function isPage(ogg: Uint8Array, at: number): boolean {
  return Buffer.from(ogg.subarray(at, at + 4)).toString("latin1") === "OggS";
}
