import { type LinkListenerOptions, openLinkListener } from "#cluster/cells/link-listener.ts";
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
  /** Closes the ports immediately, so that the server of the owner can open them. */
  close(): Promise<void>;
}

export interface StandbyServerOptions {
  readonly port: number;
  readonly host: string;
  readonly metrics: Metrics | null;
  readonly now: () => number;
  /** Where other nodes send requests for the owner of this cell; null = nowhere. */
  readonly links: Pick<LinkListenerOptions<unknown>, "address" | "certificate"> | null;
}

/**
 * Answers health checks and metrics; everything else is refused with 503, so that a proxy tries the owner. Requests of other
 * nodes are refused too: they come from a node that does not know of a takeover yet. Throws PortInUse.
 */
export function openStandbyServer({ port, host, metrics, now, links }: StandbyServerOptions): StandbyServer {
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
  const websocket = { message() {} };
  const server = listen({ port, host, fetch, websocket });
  const linked =
    links && openLinkListener({ ...links, handle: (request) => comingBackAnswer(request), websocket });
  return {
    port: server.port ?? port,
    get probedAtMs() {
      return probedAtMs;
    },
    close: async () => void (await Promise.all([server.stop(true), linked?.stop(true)])),
  };
}
