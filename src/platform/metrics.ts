import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { equalSecrets } from "./crypto/equal-secrets.ts";

/** Numbers for Prometheus; made only when somebody may read them. */
export interface Metrics {
  /** One request answered. */
  observe(request: Request, status: number, seconds: number): void;
  /** `GET /metrics` with the token; 404 for everybody else. */
  answer(request: Request): Promise<Response>;
}

/** `gauges`: name → [help, current value]. */
export function createMetrics(
  token: string,
  gauges: Readonly<Record<string, readonly [help: string, read: () => number]>>,
): Metrics {
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
  for (const [name, [help, read]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
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
