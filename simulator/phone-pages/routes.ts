import type { Network } from "#simulator/network.ts";
import apiScript from "#simulator/phone-pages/client/api.js" with { type: "text" };
import baseStyle from "#simulator/phone-pages/client/base.css" with { type: "text" };
import bubbleScript from "#simulator/phone-pages/client/bubble.js" with { type: "text" };
import composerScript from "#simulator/phone-pages/client/composer.js" with { type: "text" };
import conversationStyle from "#simulator/phone-pages/client/conversation.css" with { type: "text" };
import devicesScript from "#simulator/phone-pages/client/devices.js" with { type: "text" };
import domScript from "#simulator/phone-pages/client/dom.js" with { type: "text" };
import formattedScript from "#simulator/phone-pages/client/formatted.js" with { type: "text" };
import indexStyle from "#simulator/phone-pages/client/index.css" with { type: "text" };
import indexScript from "#simulator/phone-pages/client/index.js" with { type: "text" };
import listScript from "#simulator/phone-pages/client/list.js" with { type: "text" };
import phoneStyle from "#simulator/phone-pages/client/phone.css" with { type: "text" };
import phoneScript from "#simulator/phone-pages/client/phone.js" with { type: "text" };
import { fileIn } from "#simulator/phones/attachment.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { indexPage, phonePage } from "./html.ts";
import { eventView, pageState } from "./view.ts";

const HEARTBEAT_MS = 20_000;

/** The events of a phone as server-sent events. */
function eventStream(phone: Phone): Response {
  let end = (): void => undefined;
  const stream = new ReadableStream<string>({
    start(controller) {
      const stopListening = phone.network.feed.listen(phone.number, (event) => {
        controller.enqueue(`data: ${JSON.stringify(eventView(phone, event))}\n\n`);
      });
      const heartbeat = setInterval(() => controller.enqueue(": \n\n"), HEARTBEAT_MS);
      end = () => {
        stopListening();
        clearInterval(heartbeat);
      };
      controller.enqueue(": begun\n\n");
    },
    cancel: () => end(),
  });
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

const SHOWN_IN_PAGE = /^(image|audio|video)\//;

/** The decrypted file of a message; types that a browser cannot show are downloaded. */
async function answerFile(phone: Phone, chat: string, id: string): Promise<Response> {
  const message = phone.chats.find(chat, id);
  const file = message && fileIn(message.content);
  if (!message || !file) return new Response("not found", { status: 404 });
  const bytes = await phone.download(message).catch(() => null);
  if (!bytes) return new Response("gone", { status: 410 });
  const name = encodeURIComponent(file.fileName ?? id);
  const isReferenced = SHOWN_IN_PAGE.test(file.mimeType);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": isReferenced ? file.mimeType : "application/octet-stream",
      "content-disposition": `${isReferenced ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    },
  });
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#0b72c4"/><path d="M8 4h8v16H8zM11 17h2" fill="none" stroke="#fff" stroke-width="1.6"/></svg>`;
const STYLE = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** Files of the pages by name, embedded so that they work in the single binary too. */
const ASSETS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "icon.svg": ["image/svg+xml", ICON],
  "base.css": [STYLE, baseStyle],
  "index.css": [STYLE, indexStyle],
  "phone.css": [STYLE, phoneStyle],
  "conversation.css": [STYLE, conversationStyle],
  "api.js": [SCRIPT, apiScript],
  "bubble.js": [SCRIPT, bubbleScript],
  "composer.js": [SCRIPT, composerScript],
  "devices.js": [SCRIPT, devicesScript],
  "dom.js": [SCRIPT, domScript],
  "formatted.js": [SCRIPT, formattedScript],
  "index.js": [SCRIPT, indexScript],
  "list.js": [SCRIPT, listScript],
  "phone.js": [SCRIPT, phoneScript],
};

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
