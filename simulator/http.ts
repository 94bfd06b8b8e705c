import { answerControl, CONTROL_PATH } from "./control/face.ts";
import type { Network } from "./network.ts";
import { answerPhonePages } from "./phone-pages/routes.ts";

/** Everything on the port that is not the clients' websocket. */
export function answerHttp(network: Network, request: Request, url: URL): Response | Promise<Response> {
  if (url.pathname.startsWith(CONTROL_PATH)) {
    return answerControl(network, request, url.pathname.slice(CONTROL_PATH.length));
  }
  return answerPhonePages(network, request, url) ?? new Response("not found", { status: 404 });
}
