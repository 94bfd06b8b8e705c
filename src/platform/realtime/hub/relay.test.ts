import { describe, expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { createHubLimits, MAX_WAITING_BYTES } from "./limits.ts";
import { createRelays } from "./relay.ts";
import type { HubSocket } from "./socket.ts";

/** docs/rules/cells.md#sockets */

/** A socket to an owner whose network the test plays. */
function fakeUpstream() {
  const sent: string[] = [];
  const upstream = {
    readyState: WebSocket.CONNECTING as number,
    bufferedAmount: 0,
    isClosed: false,
    onopen: () => {},
    onmessage: (_: { data: unknown }) => {},
    onclose: (_: { code: number; reason: string }) => {},
    send: (text: string) => void sent.push(text),
    close() {
      upstream.isClosed = true;
    },
  };
  return {
    upstream,
    sent,
    open() {
      upstream.readyState = WebSocket.OPEN;
      upstream.onopen();
    },
  };
}

function world() {
  const clock = fakeClock();
  const limits = createHubLimits<never>({ leave: () => {}, limitSockets: true });
  const owner = fakeUpstream();
  const callers: unknown[] = [];
  let isAway = false;
  const relays = createRelays<never>({
    clock,
    limits,
    elsewhere: {
      cellOf: () => 2,
      open(_, caller) {
        callers.push(caller);
        return isAway ? null : (owner.upstream as unknown as WebSocket);
      },
    },
  });
  const received: string[] = [];
  const page = {
    data: {
      network: "203.0.113.7",
      caller: { ip: "203.0.113.7", https: true, host: "balcao" },
      relay: null as HubSocket<never>["data"]["relay"],
      isUnsigned: false,
      isCounted: false,
      pinged: false,
      cancelDeadline: () => {},
    },
    waiting: 0,
    closed: null as number | null,
    pings: 0,
    isTerminated: false,
    send: (text: string) => void received.push(text),
    getBufferedAmount: () => page.waiting,
    ping() {
      page.pings += 1;
    },
    terminate() {
      page.isTerminated = true;
    },
    close(code: number) {
      page.closed ??= code;
      page.data.relay?.close();
    },
  };
  const ws = page as unknown as HubSocket<never>;
  limits.enter(ws);
  return {
    ...{ clock, owner, page, received, callers, relays },
    start: () => relays.start(ws, 2, "auth"),
    away: () => {
      isAway = true;
    },
  };
}

describe("a relay", () => {
  test("frames that arrive before the owner is connected are passed on in their order", () => {
    const { owner, page, start, callers, received } = world();
    start();
    page.data.relay?.pass("joinTickets");
    expect(owner.sent).toEqual([]);
    owner.open();
    page.data.relay?.pass("typing");
    expect(owner.sent).toEqual(["auth", "joinTickets", "typing"]);
    owner.upstream.onmessage({ data: "ready" });
    expect([received, callers]).toEqual([["ready"], [page.data.caller]]);
  });

  test("a socket counts as not signed in until the owner answers", () => {
    const { owner, page, start } = world();
    start();
    owner.open();
    expect(page.data.isUnsigned).toBe(true);
    owner.upstream.onmessage({ data: "ready" });
    expect(page.data.isUnsigned).toBe(false);
  });

  test("an owner that does not answer in 5 s is given up, and the page connects again", () => {
    const { clock, owner, page, start } = world();
    start();
    clock.advance(4_999);
    expect(page.closed).toBeNull();
    clock.advance(1);
    expect([page.closed, owner.upstream.isClosed]).toEqual([1001, true]);
  });

  test("a cell without an owner closes the socket at once", () => {
    const { away, page, start } = world();
    away();
    start();
    expect([page.closed, page.data.relay]).toEqual([1001, null]);
  });

  test("close codes of the owner reach the page, and a broken connection is one that the page repeats", () => {
    for (const [code, expected] of [
      [SOCKET_CLOSE.sessionEnded, SOCKET_CLOSE.sessionEnded],
      [1006, 1001],
      [1001, 1001],
    ] as const) {
      const { owner, page, start } = world();
      start();
      owner.open();
      owner.upstream.onclose({ code, reason: "" });
      expect(page.closed).toBe(expected);
    }
  });

  test("the owner's socket closes with the page's, and what it still sends is dropped", () => {
    const { owner, page, start, received } = world();
    start();
    owner.open();
    page.close(1000);
    expect(owner.upstream.isClosed).toBe(true);
    owner.upstream.onmessage({ data: "event" });
    expect(received).toEqual([]);
  });
});

describe("back-pressure of a relay", () => {
  test("a page that does not read is closed at the limit of unsent bytes", () => {
    const { owner, page, start } = world();
    start();
    owner.open();
    page.waiting = MAX_WAITING_BYTES;
    owner.upstream.onmessage({ data: "event" });
    expect(page.closed).toBeNull();
    page.waiting += 1;
    owner.upstream.onmessage({ data: "event" });
    expect([page.closed, owner.upstream.isClosed]).toEqual([SOCKET_CLOSE.tooSlow, true]);
  });

  test("an owner that does not read closes the socket before frames fill the memory", () => {
    const { owner, page, start } = world();
    start();
    owner.open();
    owner.upstream.bufferedAmount = 262_145;
    page.data.relay?.pass("typing");
    expect([page.closed, owner.sent]).toEqual([SOCKET_CLOSE.tooSlow, ["auth"]]);
  });

  test("frames that wait for the connection to the owner are limited too", () => {
    const { owner, page, start } = world();
    start();
    for (let frame = 0; frame < 20; frame += 1) page.data.relay?.pass("x".repeat(16_000));
    expect([page.closed, owner.upstream.isClosed]).toEqual([SOCKET_CLOSE.badFrame, true]);
  });
});

describe("checks of relayed sockets", () => {
  test("a page that does not answer a ping is cut off", () => {
    const { owner, page, relays, start } = world();
    start();
    owner.open();
    relays.tick();
    expect(page.pings).toBe(1);
    owner.upstream.onmessage({ data: "tick" });
    page.data.pinged = false;
    relays.tick();
    expect([page.pings, page.closed]).toEqual([2, null]);
    owner.upstream.onmessage({ data: "tick" });
    relays.tick();
    expect([page.closed, page.isTerminated]).toEqual([1001, true]);
  });

  test("an owner that sends nothing for two periods is gone, and the page connects again", () => {
    const { owner, page, relays, start } = world();
    start();
    owner.open();
    for (let tick = 0; tick < 2; tick += 1) {
      relays.tick();
      page.data.pinged = false;
    }
    // The periods of two machines do not begin at the same time.
    expect(page.closed).toBeNull();
    relays.tick();
    expect([page.closed, owner.upstream.isClosed]).toEqual([1001, true]);
  });

  test("a stop of the server closes all relayed sockets", () => {
    const { owner, page, relays, start } = world();
    start();
    owner.open();
    relays.closeAll();
    expect([page.closed, owner.upstream.isClosed]).toEqual([1001, true]);
  });
});
