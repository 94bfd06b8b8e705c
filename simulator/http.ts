import { answerControl, CONTROL_PATH } from "./control/face.ts";
import type { Network } from "./network.ts";
import { answerPhonePages } from "./phone-pages/routes.ts";

/** True when a page of another site sent the request; only the simulator's own pages and programs may control it. */
function isForeign(request: Request, url: URL): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== url.origin;
}

/** Handles every HTTP request except the clients' websocket. */
export function answerHttp(network: Network, request: Request, url: URL): Response | Promise<Response> {
  if (isForeign(request, url)) return new Response("forbidden", { status: 403 });
  if (url.pathname.startsWith(CONTROL_PATH)) {
    return answerControl(network, request, url.pathname.slice(CONTROL_PATH.length));
  }
  return answerPhonePages(network, url) ?? new Response("not found", { status: 404 });
}
