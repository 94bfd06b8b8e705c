import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { ASSETS } from "./assets.ts";
import { eventStream } from "./events.ts";
import { answerFile } from "./files.ts";
import { indexPage, phonePage } from "./html.ts";
import { pageState } from "./view.ts";

const CONTENT_SECURITY =
  "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

function html(text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY,
      "cache-control": "no-store",
    },
  });
}

function asset(name: string): Response {
  const found = ASSETS[name];
  if (!found) return new Response("not found", { status: 404 });
  return new Response(found[1], { headers: { "content-type": found[0], "cache-control": "no-cache" } });
}

/** Handles the phone pages; undefined for other paths. */
export function answerPhonePages(network: Network, url: URL): Response | Promise<Response> | undefined {
  const [root, number, part, chat, id] = url.pathname.slice(1).split("/").map(decodeURIComponent);
  if (root !== "phones") return undefined;
  if (!number) return html(indexPage(network));
  if (number === "assets") return asset(part ?? "");
  const phone = network.directory.byNumber(number);
  return phone && answerPhone(phone, part, chat, id);
}

function answerPhone(
  phone: Phone,
  part: string | undefined,
  chat = "",
  id = "",
): Response | Promise<Response> | undefined {
  switch (part) {
    case undefined:
    case "":
      return html(phonePage(phone));
    case "state":
      return Response.json(pageState(phone), { headers: { "cache-control": "no-store" } });
    case "events":
      return eventStream(phone);
    case "picture":
      return new Response(phone.picture && new Uint8Array(phone.picture), {
        status: phone.picture ? 200 : 404,
        headers: { "content-type": "image/jpeg" },
      });
    case "files":
      return answerFile(phone, chat, id);
    default:
      return undefined;
  }
}
