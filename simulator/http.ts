import type { Network } from "./network.ts";

/** Everything on the port that is not the clients' websocket. */
export function answerHttp(_network: Network, _request: Request, _url: URL): Response {
  return new Response("not found", { status: 404 });
}
