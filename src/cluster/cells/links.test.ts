import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ForwardedCaller } from "#platform/cells.ts";
import { fakeClock } from "#platform/clock.ts";
import type { OpenPort } from "#platform/http/server/network-listeners.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { createNodeCertificate, NODE_NAME, type NodeCertificate } from "./authority.ts";
import { CALLER_HEADER } from "./caller-header.ts";
import { createLinkClient } from "./link-client.ts";
import { openLinkListener } from "./link-listener.ts";
import type { CellOwner } from "./owners.ts";

const SECRET = "the installation key of the tests";
const CALLER: ForwardedCaller = { ip: "203.0.113.7", https: true, host: "shop.example.com" };
const MEGABYTE = 1024 * 1024;

/** What a handler of the second cell sees of the last request. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly caller: ForwardedCaller;
}

describe("links between nodes", () => {
  const certificate = createNodeCertificate(SECRET);
  const address = `https://127.0.0.1:${freePort()}`;
  let listener: OpenPort;
  let answer: (request: Request) => Response | Promise<Response>;
  let seen: Seen[] = [];
  let ports = new Set<number>();
  beforeAll(() => {
    listener = openLinkListener<undefined>({
      address,
      certificate: createNodeCertificate(SECRET),
      handle(request, server, caller) {
        const { method, url, headers } = request;
        seen.push({ method, url, headers, caller });
        ports.add(server.requestIP(request)?.port ?? 0);
        if (URL.parse(url)?.pathname !== "/socket") return answer(request);
        return server.upgrade(request) ? undefined : new Response(null, { status: 400 });
      },
      websocket: { message: (socket, text) => void socket.send(`echo ${text}`) },
    });
  });
  afterAll(() => listener.stop(true));
  beforeEach(() => {
    seen = [];
    ports = new Set();
    answer = () => new Response("done");
  });

  const lostListeners: ((cell: number, owner: CellOwner) => void)[] = [];
  afterEach(() => void lostListeners.splice(0));
  const inUse: number[] = [];
  const owner = (at: string): CellOwner => ({ node: "c", incarnation: "c 1", address: at });
  /** A node of cell 1; cell 2 is owned at `address`. */
  const clientOf = (
    more: Partial<Parameters<typeof createLinkClient>[0]> & { readonly at?: string | null } = {},
  ) =>
    createLinkClient({
      owners: {
        of: (cell) => (cell === 2 && more.at !== null ? owner(more.at ?? address) : null),
        use: (cell) => {
          inUse.push(cell);
          return () => void inUse.splice(inUse.indexOf(cell), 1);
        },
        onLost: (heard) => void lostListeners.push(heard),
      },
      certificate,
      ownAddress: "https://127.0.0.1:1",
      clock: fakeClock(),
      reachability: () => ({ watch: () => () => {} }),
      ...more,
    });
  const request = (path: string, init: RequestInit = {}) =>
    new Request(`http://shop.example.com${path}`, init);
  /** Waits until a sender has sent something and is stopped by its receiver. */
  const still = (sent: () => number) => {
    let before = 0;
    let since = 0;
    return eventually(async () => {
      const now = sent();
      since = now > 0 && now === before ? since + 1 : 0;
      before = now;
      return since > 5 || undefined;
    }, "a full connection");
  };
  const unavailable = { status: 503, code: "ERR_NOT_DURABLE", details: { retryAfterSeconds: 1 } };

  test("method, path, query, headers, body and caller reach the owner unchanged", async () => {
    answer = async (received) => new Response(`got ${await received.text()}`, { status: 201 });
    const answered = await clientOf().forward(
      2,
      request("/api/tags?a=1&b=%C3%A7", {
        method: "POST",
        body: "olá",
        headers: {
          host: "shop.example.com",
          authorization: "Bearer x",
          cookie: "cell=2",
          connection: "keep-alive, x-hop",
          "x-hop": "1",
          te: "trailers",
          [CALLER_HEADER]: JSON.stringify({ ip: "10.0.0.1", https: false, host: "forged" }),
        },
      }),
      CALLER,
    );
    expect([answered.status, await answered.text()]).toEqual([201, "got olá"]);
    const [{ method, url, headers, caller } = { headers: new Headers() }] = seen;
    expect([method, url]).toEqual(["POST", "https://shop.example.com/api/tags?a=1&b=%C3%A7"]);
    expect(caller).toEqual(CALLER);
    const names = ["authorization", "cookie", "host", "content-length", "user-agent", "x-hop", "te"];
    expect(names.map((name) => headers.get(name))).toEqual([
      "Bearer x",
      "cell=2",
      "shop.example.com",
      "4",
      "",
      null,
      null,
    ]);
  });

  test("status, cookies, compressed bodies and redirects reach the browser unchanged", async () => {
    const zipped = Bun.gzipSync(Buffer.from("texto ".repeat(100)));
    answer = () => {
      const headers = new Headers({ "content-encoding": "gzip", location: "/outra" });
      headers.append("set-cookie", "a=1");
      headers.append("set-cookie", "b=2");
      return new Response(zipped, { status: 302, headers });
    };
    const answered = await clientOf().forward(2, request("/"), CALLER);
    expect([answered.status, answered.headers.get("location"), answered.headers.getSetCookie()]).toEqual([
      302,
      "/outra",
      ["a=1", "b=2"],
    ]);
    expect(Buffer.from(await answered.arrayBuffer()).equals(Buffer.from(zipped))).toBe(true);
  });

  test.each([204, 304, 503])("an answer %d is passed on", async (status) => {
    answer = () => new Response(status === 503 ? '{"error":"ERR_NOT_DURABLE"}' : null, { status });
    expect((await clientOf().forward(2, request("/"), CALLER)).status).toBe(status);
  });

  test("a HEAD request keeps its length", async () => {
    answer = () => new Response(null, { headers: { "content-length": "700" } });
    const answered = await clientOf().forward(2, request("/media/a", { method: "HEAD" }), CALLER);
    expect([answered.headers.get("content-length"), await answered.text()]).toEqual(["700", ""]);
  });

  test("connections are kept for later requests", async () => {
    const client = clientOf();
    for (let n = 0; n < 10; n += 1) await (await client.forward(2, request("/"), CALLER)).text();
    expect(ports.size).toBe(1);
  });

  test("an upload of 100 MB waits in the browser while the owner does not read it", async () => {
    const reading = Promise.withResolvers<void>();
    answer = async (received) => {
      await reading.promise;
      let bytes = 0;
      for await (const piece of received.body ?? []) bytes += piece.length;
      return new Response(String(bytes));
    };
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await Bun.sleep(0);
        sent += MEGABYTE;
        controller.enqueue(new Uint8Array(MEGABYTE));
        if (sent === 100 * MEGABYTE) controller.close();
      },
    });
    const answered = clientOf().forward(2, request("/api/files", { method: "POST", body }), CALLER);
    await still(() => sent);
    expect(sent).toBeLessThan(32 * MEGABYTE);
    reading.resolve();
    expect(await (await answered).text()).toBe(String(100 * MEGABYTE));
  }, 30_000);

  test("a download waits at the owner while the browser does not read it, and ends with the browser", async () => {
    let sent = 0;
    const cancelled = Promise.withResolvers<void>();
    answer = () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            await Bun.sleep(0);
            sent += MEGABYTE;
            controller.enqueue(new Uint8Array(MEGABYTE));
          },
          cancel: () => cancelled.resolve(),
        }),
      );
    const answered = await clientOf().forward(2, request("/media/a"), CALLER);
    const reader = answered.body?.getReader();
    await reader?.read();
    await still(() => sent);
    expect(sent).toBeLessThan(32 * MEGABYTE);
    await reader?.cancel();
    await cancelled.promise;
  }, 30_000);

  test("a request that the browser gives up is given up at the owner", async () => {
    const aborted = Promise.withResolvers<void>();
    answer = async (received) => {
      received.signal.addEventListener("abort", () => aborted.resolve());
      await aborted.promise;
      return new Response();
    };
    const browser = new AbortController();
    const answered = clientOf().forward(2, request("/api/slow", { signal: browser.signal }), CALLER);
    await eventually(async () => seen.length > 0 || undefined, "the request");
    browser.abort();
    await expect(answered).rejects.toMatchObject(unavailable);
    await aborted.promise;
  });

  describe("an owner that cannot answer", () => {
    test.each([
      ["is unknown", null],
      ["is this process itself", "https://127.0.0.1:1"],
      ["refuses connections", `https://127.0.0.1:${freePort()}`],
    ])("an owner that %s gives 503", async (_, at) => {
      await expect(clientOf({ at }).forward(2, request("/"), CALLER)).rejects.toMatchObject(unavailable);
    });

    test("a request that waits for a process which lost the cell gives 503", async () => {
      answer = () => new Promise(() => {});
      const answered = clientOf().forward(2, request("/"), CALLER);
      await eventually(async () => seen.length > 0 || undefined, "the request");
      for (const heard of lostListeners) heard(2, owner(address));
      await expect(answered).rejects.toMatchObject(unavailable);
    });

    test("a request to a machine that no longer accepts connections gives 503", async () => {
      answer = () => new Promise(() => {});
      const client = clientOf({
        reachability: () => ({
          watch(onLost) {
            setTimeout(onLost, 20);
            return () => {};
          },
        }),
      });
      await expect(client.forward(2, request("/"), CALLER)).rejects.toMatchObject(unavailable);
    });
  });

  describe("a program that is no node of this installation", () => {
    const foreign = createNodeCertificate("another installation key");
    const tlsOf = (own: Partial<NodeCertificate>) => ({
      ...own,
      ca: [...certificate.ca],
      serverName: NODE_NAME,
    });
    const outsiders: [string, Partial<NodeCertificate>][] = [
      ["without a certificate", {}],
      ["with a certificate of another authority", foreign],
    ];

    test.each(outsiders)("a request %s is refused before it is read", async (_, own) => {
      await expect(fetch(`${address}/`, { tls: tlsOf(own) })).rejects.toThrow();
      expect(seen).toEqual([]);
    });

    test.each(outsiders)("a socket %s is refused", async (_, own) => {
      const ended = Promise.withResolvers<string>();
      const socket = new WebSocket(`${address.replace("https", "wss")}/socket`, {
        tls: tlsOf(own),
      } as unknown as string[]);
      socket.onopen = () => ended.resolve("open");
      socket.onerror = () => ended.resolve("refused");
      expect(await ended.promise).toBe("refused");
      expect(seen).toEqual([]);
    });

    test("nothing is sent to a server with a certificate of another authority", async () => {
      const calls: string[] = [];
      const at = `https://127.0.0.1:${freePort()}`;
      const impostor = openLinkListener<undefined>({
        address: at,
        certificate: { ...foreign, ca: [...foreign.ca, ...certificate.ca] },
        handle(received) {
          calls.push(received.url);
          return new Response("forged");
        },
        websocket: { message() {} },
      });
      const client = clientOf({ at });
      await expect(client.forward(2, request("/"), CALLER)).rejects.toMatchObject(unavailable);
      const ended = Promise.withResolvers<string>();
      const socket = client.openSocket(2, CALLER);
      if (socket) {
        socket.onopen = () => ended.resolve("open");
        socket.onerror = () => ended.resolve("refused");
      }
      expect(await ended.promise).toBe("refused");
      await impostor.stop(true);
      expect(calls).toEqual([]);
    });

    test("a node whose certificate is of the former key is accepted during a rotation", async () => {
      const at = `https://127.0.0.1:${freePort()}`;
      const rotated = openLinkListener<undefined>({
        address: at,
        certificate: createNodeCertificate("the new key", [SECRET]),
        handle: () => new Response("done"),
        websocket: { message() {} },
      });
      const answered = await clientOf({
        at,
        certificate: { ...certificate, ca: [...createNodeCertificate("the new key").ca] },
      }).forward(2, request("/"), CALLER);
      expect(await answered.text()).toBe("done");
      await rotated.stop(true);
    });
  });

  test("a request of a node without a caller is refused", async () => {
    const tls = { ...certificate, ca: [...certificate.ca], serverName: NODE_NAME };
    expect((await fetch(`${address}/`, { tls })).status).toBe(400);
    expect(seen).toEqual([]);
  });

  test("a socket carries frames in both directions, and ends when its owner loses the cell", async () => {
    const socket = clientOf().openSocket(2, CALLER);
    if (!socket) throw new Error("no socket");
    const frame = Promise.withResolvers<unknown>();
    socket.onopen = () => socket.send("oi");
    socket.onmessage = ({ data }) => frame.resolve(data);
    socket.onerror = () => frame.reject(new Error("refused"));
    expect(await frame.promise).toBe("echo oi");
    expect(seen.map(({ caller }) => caller)).toEqual([CALLER]);
    const closed = Promise.withResolvers<void>();
    socket.onclose = () => closed.resolve();
    expect(inUse).toEqual([2]);
    for (const heard of lostListeners) heard(2, { ...owner(address), incarnation: "another" });
    expect(socket.readyState).toBe(WebSocket.OPEN);
    for (const heard of lostListeners) heard(2, owner(address));
    await closed.promise;
    expect(inUse).toEqual([]);
    expect(clientOf({ at: null }).openSocket(2, CALLER)).toBeNull();
  });

  test("an address of another machine, or a port in use, is refused with the name of the setting", () => {
    const open = (at: string) => () =>
      openLinkListener<undefined>({
        address: at,
        certificate,
        handle: () => new Response(),
        websocket: { message() {} },
      });
    expect(open("https://192.0.2.1:3443")).toThrow("CLUSTER_URL");
    expect(open(address)).toThrow("CLUSTER_URL");
  });
});
