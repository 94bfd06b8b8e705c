import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { fakeNode } from "./fake-node.ts";
import { cellsProxy, complaintsAbout, type RunningProxy } from "./haproxy.ts";

const installed = proxyProgram("haproxy") !== null;
if (!installed) noteSkipped("the configuration for several cells needs HAProxy");
const shown = test.skipIf(!installed);
const tls = { rejectUnauthorized: false };
const CELLS = [1, 2, 3] as const;
/** The proxy has seen a change when so many requests in a row were answered by the same process. */
const CHECKED = 10;

describe("HAProxy in front of three cells, as the documentation has it", () => {
  /** The first of each pair owns the cell. */
  const pairs = CELLS.map(
    (cell) => [fakeNode(`${cell} first`, cell), fakeNode(`${cell} second`, cell)] as const,
  );
  const pairOf = (cell: number) => pairs[cell - 1] as (typeof pairs)[number];
  let proxy: RunningProxy | undefined;

  const ask = async (headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(`${proxy?.url}/api/x`, { method, headers, tls });
    return { status: answer.status, text: await answer.text() };
  };
  const ofCookie = (value: string) => ({ cookie: `other=9; cell=${value}` });
  const ofKey = (key: string) => ({ authorization: `Bearer ${key}` });
  /** Waits until the proxy sends the requests of a cell to this process only. */
  const onlyTo = async (cell: number, name: string) => {
    for (let inRow = 0; inRow < CHECKED; await Bun.sleep(20))
      inRow = (await ask(ofCookie(String(cell)))).text === name ? inRow + 1 : 0;
  };
  const give = async (cell: number, to: 0 | 1) => {
    for (const [index, { node }] of pairOf(cell).entries()) node.owns = index === to;
    await onlyTo(cell, pairOf(cell)[to].node.name);
  };
  /** Opens a socket with this cookie; `closed` resolves when it ends. */
  const openSocket = async (cell: number) => {
    const options = { tls, headers: ofCookie(String(cell)) };
    const url = `${proxy?.url.replace("https", "wss")}/socket`;
    const socket = new WebSocket(url, options as unknown as string[]);
    await new Promise((resolve) => (socket.onopen = resolve));
    const closed = new Promise<void>((resolve) => (socket.onclose = () => resolve()));
    return { socket, closed };
  };

  beforeAll(async () => {
    if (!installed) return;
    for (const [{ node }] of pairs) node.owns = true;
    proxy = await cellsProxy(pairs.map(([first, second]) => [first.address, second.address]));
    for (const cell of CELLS) await onlyTo(cell, `${cell} first`);
  });
  afterAll(async () => {
    await proxy?.close();
    await Promise.all(pairs.flat().map(({ server }) => server.stop(true)));
  });

  shown("the cookie and the prefix of an API key choose the cell; the key is stronger", async () => {
    for (const cell of CELLS) {
      expect(await ask(ofCookie(String(cell)))).toEqual({ status: 200, text: `${cell} first` });
      expect((await ask({ ...ofCookie("1"), ...ofKey(`blc${cell}_abc_blc9_`) })).text).toBe(`${cell} first`);
    }
    expect((await ask({ ...ofCookie("2"), ...ofKey("blc_abc") })).text).toBe("1 first");
    expect((await ask({ authorization: "bearer  blc3_abc" })).text).toBe("3 first");
    // An access token or a connection token says nothing about the cell.
    expect((await ask({ ...ofCookie("2"), ...ofKey("eyJhbGciOi") })).text).toBe("2 first");
  });

  shown("requests without a cell and with an unknown one are sent to cell 1", async () => {
    expect((await ask()).text).toBe("1 first");
    for (const value of ["0", "4", "12", "999", "-1", "", "x", "1/../2", "%32", "cell2", "any"])
      expect((await ask(ofCookie(value))).text).toBe("1 first");
    for (const key of ["blc4_abc", "blc99999999999999999999_abc", "blcx_abc", "blc2"])
      expect((await ask(ofKey(key))).text).toBe("1 first");
  });

  shown("a cell follows its owner to another process, and the other cells notice nothing", async () => {
    const socket = await openSocket(3);
    const lost = await openSocket(2);
    await give(2, 1);
    await lost.closed;
    expect((await ask(ofKey("blc2_abc"))).text).toBe("2 second");
    for (const cell of [1, 3]) expect((await ask(ofCookie(String(cell)))).text).toBe(`${cell} first`);
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
    socket.socket.close();
    await give(2, 0);
  });

  shown(
    "while cell 1 has no owner, owners of the other cells answer, and standbys of no cell do",
    async () => {
      const [{ node }] = pairOf(1);
      node.owns = false;
      await eventually(async () => ((await ask()).text !== "1 first" ? true : undefined), "another owner");
      const answered = new Set<string>();
      for (let n = 0; n < 20; n += 1) answered.add((await ask(n % 2 ? {} : ofCookie("1"), "POST")).text);
      expect([...answered].toSorted()).toEqual(["2 first", "3 first"]);
      expect((await ask(ofCookie("2"))).text).toBe("2 first");
      const relayed = await openSocket(1);
      expect(pairOf(1).every(({ node: each }) => each.sockets === 0)).toBe(true);
      relayed.socket.close();
      await give(1, 0);
      expect((await ask()).text).toBe("1 first");
    },
  );

  shown("a read that a process refuses is tried on another one, and a write is not repeated", async () => {
    const [first, second] = pairOf(3);
    // Both count as owners, as they do for a moment during a takeover; one of them refuses.
    second.node.owns = true;
    await eventually(
      async () => ((await ask(ofCookie("3"))).text === "3 second" ? true : undefined),
      "both owners",
    );
    first.node.isClosed = true;
    for (let n = 0; n < 10; n += 1) expect((await ask(ofCookie("3"))).status).toBe(200);
    const count = () => pairs.flat().reduce((sum, { node }) => sum + node.requests, 0);
    const before = count();
    const writes = await Promise.all(Array.from({ length: 10 }, () => ask(ofCookie("3"), "POST")));
    expect(count()).toBe(before + 10);
    expect(writes.some(({ status }) => status === 503)).toBe(true);
    first.node.isClosed = false;
    await give(3, 0);
  });

  shown("HAProxy accepts the documented configuration of three cells without a warning", () => {
    expect(complaintsAbout("haproxy-cells.cfg")).toMatch(/^Configuration file is valid\s*$/);
  });
});
