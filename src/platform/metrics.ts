import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { equalSecrets } from "./crypto/equal-secrets.ts";

/** Metrics for Prometheus; created only when a token is configured. */
export interface Metrics {
  /** Counts one response. */
  observe(request: Request, status: number, seconds: number): void;
  /** `GET /metrics` with the token; 404 without it. */
  answer(request: Request): Promise<Response>;
}

/** Name → [help, current value], or for several series of one gauge [help, label, current values by the label's value]. */
export type Gauges = Readonly<
  Record<
    string,
    | readonly [help: string, read: () => number]
    | readonly [help: string, label: string, read: () => Readonly<Record<string, number>>]
  >
>;

export function createMetrics(token: string, gauges: Gauges): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "balcao_http_requests_total",
    help: "Requests answered",
    labelNames: ["method", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "balcao_http_request_seconds",
    help: "Time to answer",
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  for (const [name, gauge] of Object.entries(gauges)) {
    const [help] = gauge;
    new Gauge({
      name,
      help,
      labelNames: gauge.length === 3 ? [gauge[1]] : [],
      registers: [registry],
      collect() {
        if (gauge.length === 2) return this.set(gauge[1]());
        for (const [value, n] of Object.entries(gauge[2]())) this.set({ [gauge[1]]: value }, n);
      },
    });
  }
  return {
    observe(request, status, seconds) {
      requests.inc({ method: request.method, status });
      duration.observe(seconds);
    },
    async answer(request) {
      if (!isToken(request, token)) return new Response(null, { status: 404 });
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
    },
  };
}

function isToken(request: Request, token: string): boolean {
  return equalSecrets(`Bearer ${token}`, request.headers.get("authorization") ?? "");
}
