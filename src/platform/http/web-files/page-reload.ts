import { securityHeaders } from "#platform/http/security-headers.ts";
import type { AssetFile } from "./asset-file.ts";

const SCRIPT_PATH = "/dev/reload.js";
const EVENTS_PATH = "/dev/reload";

/**
 * Reloads the page when it has been bundled again. An `error` event is a restart of the server: the browser reconnects
 * automatically.
 */
const SCRIPT = `new EventSource(${JSON.stringify(EVENTS_PATH)}).addEventListener("bundled", () => location.reload());`;

/** Open pages of a developer, reloaded after each new bundle. Used by `serve --dev` only. */
export interface PageReload {
  /** Adds the reload script to the page of a bundle. */
  prepare(files: ReadonlyMap<string, AssetFile>): ReadonlyMap<string, AssetFile>;
  /** Reloads all open pages. */
  reload(): void;
  /** Serves the script and the event stream; null for every other path. */
  respond(path: string): Response | null;
}

export function createPageReload(): PageReload {
  const pages = new Set<ReadableStreamDefaultController<string>>();

  const events = (): Response => {
    let page: ReadableStreamDefaultController<string>;
    const stream = new ReadableStream<string>({
      start(controller) {
        page = controller;
        pages.add(controller);
        controller.enqueue(": open\n\n");
      },
      cancel: () => void pages.delete(page),
    });
    const headers = {
      ...securityHeaders("page", false),
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    };
    return new Response(stream.pipeThrough(new TextEncoderStream()), { headers });
  };

  return {
    prepare(files) {
      const page = files.get("/index.html");
      if (!page) return files;
      const html = new TextDecoder().decode(page.variants.identity);
      const identity = new TextEncoder().encode(
        html.replace("</body>", `<script src="${SCRIPT_PATH}"></script></body>`),
      );
      return new Map([
        ...files,
        ["/index.html", { ...page, hash: `${page.hash.slice(0, -4)}-dev`, variants: { identity } }],
      ]);
    },
    reload() {
      for (const page of pages) page.enqueue("event: bundled\ndata:\n\n");
    },
    respond(path) {
      if (path === EVENTS_PATH) return events();
      if (path !== SCRIPT_PATH) return null;
      const headers = {
        ...securityHeaders("page", false),
        "content-type": "text/javascript;charset=utf-8",
        "cache-control": "no-store",
      };
      return new Response(SCRIPT, { headers });
    },
  };
}
