import { caCertificate } from "./certificates.ts";

/**
 * Makes `fetch` of this process trust the simulator's media server. A process started with
 * `NODE_EXTRA_CA_CERTS=simulator/certs/ca.pem` does not need it. Returns a function that undoes it.
 */
export function trustSimulatedMedia(): () => void {
  const original = globalThis.fetch;
  const trusting = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isOurs = url.protocol === "https:" && url.hostname === "localhost";
    return original(input, isOurs ? { ...init, tls: { ca: caCertificate } } : init);
  };
  globalThis.fetch = Object.assign(trusting, { preconnect: original.preconnect });
  return () => {
    globalThis.fetch = original;
  };
}
