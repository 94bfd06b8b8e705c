import { comingBackAnswer } from "#platform/http/server/coming-back.ts";
import { healthAnswer, ownerAnswer, readinessAnswer } from "#platform/http/server/health.ts";
import { listen } from "#platform/http/server/listen.ts";
import { pathOf } from "#platform/http/server/request-validation.ts";
import type { Metrics } from "#platform/metrics.ts";

/** The listener of a node that does not own its cell. */
export interface StandbyServer {
  readonly port: number;
  /** Monotonic time of the last request for `/ownerz`; null = no proxy has reached this node. */
  readonly probedAtMs: number | null;
  /** Closes the port at once, so that the server of the owner can open it. */
  close(): Promise<void>;
}

export interface StandbyServerOptions {
  readonly port: number;
  readonly host: string;
  readonly metrics: Metrics | null;
  readonly now: () => number;
}

/**
 * Answers health checks and metrics; everything else is refused with 503, so that a proxy tries the owner. Throws PortInUse.
 */
export function openStandbyServer({ port, host, metrics, now }: StandbyServerOptions): StandbyServer {
  let probedAtMs: number | null = null;
  const fetch = (request: Request): Response | Promise<Response> => {
    const path = pathOf(request.url);
    if (path === "/healthz") return healthAnswer();
    if (path === "/readyz") return readinessAnswer({ owner: () => false });
    if (path === "/ownerz") {
      probedAtMs = now();
      return ownerAnswer(() => false, request.url);
    }
    if (path === "/metrics" && metrics) return metrics.answer(request);
    return comingBackAnswer(request);
  };
  const server = listen({ port, host, fetch, websocket: { message() {} } });
  return {
    port: server.port ?? port,
    get probedAtMs() {
      return probedAtMs;
    },
    close: () => server.stop(true),
  };
}
