/** The result of a closed loop of requests. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

/** Latency percentiles in ms of samples in ms. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Keeps `inFlight` requests running for `seconds`; each response must be ok and is read completely. */
export async function load(
  inFlight: number,
  seconds: number,
  request: (n: number) => Promise<Response>,
): Promise<Load> {
  const samples: number[] = [];
  let failures = 0;
  let next = 0;
  const end = performance.now() + seconds * 1000;
  const begin = performance.now();
  const worker = async () => {
    while (performance.now() < end) {
      const n = next;
      next += 1;
      const at = performance.now();
      const response = await request(n);
      await response.arrayBuffer();
      if (response.ok) samples.push(performance.now() - at);
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const took = (performance.now() - begin) / 1000;
  return {
    perSecond: samples.length / took,
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
    failures,
  };
}

/** The median of several runs, by throughput. */
export function median(loads: readonly Load[]): Load {
  const sorted = [...loads].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("no run");
  return middle;
}
