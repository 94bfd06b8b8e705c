import { createHmac } from "node:crypto";
import { GRAPH_APP } from "./app.ts";
import { createGraphBook, type GraphBook } from "./book.ts";
import type { CallParts } from "./call.ts";
import { answerCall } from "./calls.ts";
import { cloudOf } from "./cloud-book.ts";
import { answerGraphControl, GRAPH_CONTROL_PATH } from "./control.ts";
import { createPeople, type GraphPerson, type Place } from "./people.ts";

/** Simulates the used part of Meta's Graph API over real HTTP, including signed webhooks. */
export interface GraphSimulator {
  readonly url: string;
  /** State of the simulator; tests may read and change it. */
  readonly book: GraphBook;
  /** URL of the webhook; null = no subscription. */
  webhook: string | null;
  /** Adds a person who writes to a page or an account. */
  person(place: Place, name: string, id?: string): GraphPerson;
  readonly now: () => number;
  /** Delay of every response, ms. */
  slowMs: number;
  /** A webhook that is not answered with 200 is posted again after this time, as Meta does, ms; null = posted once. */
  repeatAfterMs: number | null;
  /** Sends one webhook as Meta does and returns the HTTP status. `sign`: false = forged signature. */
  post(body: object, options?: { readonly secret?: string | null }): Promise<number>;
  /** Sends a webhook as many times as the book specifies. */
  deliver(body: object): void;
  /** Resolves when no webhook is in flight. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface GraphOptions {
  readonly port?: number;
  readonly now?: () => number;
  /** First number in generated ids; a restarted simulator must not repeat earlier ids. */
  readonly firstId?: number;
}

/** Starts a Graph API on loopback. */
export function startGraph({ port = 0, now = Date.now, firstId = 1000 }: GraphOptions = {}): GraphSimulator {
  const book = createGraphBook(now, firstId);
  let underWay = new Set<Promise<unknown>>();
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (simulator.slowMs > 0) await Bun.sleep(simulator.slowMs);
      const url = new URL(request.url);
      if (url.pathname.startsWith("/files/")) return fileOf(book, url.pathname);
      if (url.pathname.startsWith(GRAPH_CONTROL_PATH))
        return answerGraphControl(simulator, request, url.pathname.slice(GRAPH_CONTROL_PATH.length));
      const [, version = "", ...path] = url.pathname.split("/");
      book.calls.push(`${request.method} /${path.join("/")}`);
      if (book.down) return new Response("down", { status: 503 });
      if (!/^v\d+\.\d+$/.test(version)) return new Response("not found", { status: 404 });
      const parts: CallParts = {
        method: request.method,
        path,
        query: url.searchParams,
        token:
          (request.headers.get("authorization") ?? "").replace(/^(Bearer|OAuth) /, "") ||
          (url.searchParams.get("access_token") ?? ""),
        request,
      };
      const taken = () => book.sent.length + cloudOf(book).sent.length;
      const before = taken();
      const answer = await answerCall(book, parts, simulator);
      // The call had its effect, but its response is lost.
      if (book.loseAnswers > 0 && taken() > before) {
        book.loseAnswers -= 1;
        return new Response("", { status: 504 });
      }
      return answer;
    },
  });
  const people = createPeople(book, (body) => simulator.deliver(body));
  const simulator: GraphSimulator = {
    url: `http://127.0.0.1:${server.port}`,
    book,
    webhook: null,
    now,
    slowMs: 0,
    repeatAfterMs: null,
    person: people.add,
    post(body, { secret = GRAPH_APP.secret } = {}) {
      if (simulator.webhook === null) return Promise.resolve(0);
      const raw = JSON.stringify(body);
      const signature = secret === null ? null : createHmac("sha256", secret).update(raw).digest("hex");
      const sent = postUntilTaken(simulator, raw, {
        "content-type": "application/json",
        ...(signature && { "x-hub-signature-256": `sha256=${signature}` }),
      });
      underWay.add(sent);
      void sent.finally(() => underWay.delete(sent));
      return sent;
    },
    deliver(body) {
      for (let copy = 0; copy < book.copies; copy++) void simulator.post(body);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async stop() {
      simulator.repeatAfterMs = null;
      underWay = new Set();
      await server.stop(true);
    },
  };
  book.url = simulator.url;
  return simulator;
}

/** Posts a webhook, again and again when the simulator repeats; returns the last HTTP status, 0 without an answer. */
async function postUntilTaken(
  simulator: GraphSimulator,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  for (;;) {
    const status = await fetch(simulator.webhook ?? "", { method: "POST", body, headers }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200 || simulator.repeatAfterMs === null) return status;
    await Bun.sleep(simulator.repeatAfterMs);
  }
}

function fileOf(book: GraphBook, path: string): Response {
  const file = book.files.get(decodeURIComponent(path.split("/")[2] ?? ""));
  return file
    ? new Response(file.bytes, { headers: { "content-type": file.type } })
    : new Response("gone", { status: 404 });
}
