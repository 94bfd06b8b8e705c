import { describe, expect, test } from "bun:test";
import { createHubLimits, SOCKETS } from "./limits.ts";
import type { HubSocket } from "./socket.ts";

/** A socket with this many unsent bytes, which records when it is closed. */
function socket(network: string, bytes = 0) {
  const state = { bytes, isCut: false };
  const ws = {
    data: { network, isUnsigned: false, isCounted: false },
    getBufferedAmount: () => state.bytes,
    terminate() {
      state.isCut = true;
    },
  } as unknown as HubSocket<unknown>;
  return { ws, state };
}

describe("unsent bytes of all sockets", () => {
  test("unsent bytes above the budget cut the slowest sockets until three quarters are left", () => {
    const left: HubSocket<unknown>[] = [];
    const limits = createHubLimits<unknown>({
      leave: (ws) => void left.push(ws),
      limitSockets: true,
      allWaitingBytes: 1000,
    });
    const sockets = [300, 100, 400, 150].map((bytes, n) => socket(`10.0.0.${n}`, bytes));
    for (const { ws } of sockets) limits.sent(ws);
    expect(sockets.map(({ state }) => state.isCut)).toEqual([false, false, false, false]);
    const last = socket("10.0.0.9", 100);
    limits.sent(last.ws);
    expect(sockets.map(({ state }) => state.isCut)).toEqual([false, false, true, false]);
    expect(left).toEqual([sockets[2]?.ws as HubSocket<unknown>]);
    expect(limits.waitingBytes()).toBe(650);
  });

  test("unsent bytes are released when a socket drains or closes", () => {
    const limits = createHubLimits<unknown>({ leave: () => undefined, limitSockets: true });
    const { ws, state } = socket("10.0.0.1", 500);
    limits.enter(ws);
    limits.sent(ws);
    expect(limits.waitingBytes()).toBe(500);
    state.bytes = 200;
    limits.sent(ws);
    expect(limits.waitingBytes()).toBe(200);
    limits.left(ws);
    limits.left(ws);
    expect(limits.waitingBytes()).toBe(0);
  });
});

test("sockets of an address are counted once when they leave", () => {
  const limits = createHubLimits<unknown>({ leave: () => undefined, limitSockets: true });
  const first = Array.from({ length: 200 }, () => socket("10.0.0.1").ws);
  expect(first.every(limits.enter)).toBe(true);
  expect(limits.enter(socket("10.0.0.1").ws)).toBe(false);
  expect(limits.enter(socket("10.0.0.2").ws)).toBe(true);
  for (const ws of first) limits.left(ws);
  for (const ws of first) limits.left(ws);
  expect(limits.enter(socket("10.0.0.1").ws)).toBe(true);
});

test("an address has at most 2,000 sockets, also when all have signed in", () => {
  const limits = createHubLimits<unknown>({ leave: () => undefined, limitSockets: true });
  const enter = (network: string) => {
    const { ws } = socket(network);
    const isIn = limits.enter(ws);
    limits.signedIn(ws);
    return { ws, isIn };
  };
  const first = Array.from({ length: SOCKETS.network }, () => enter("10.0.0.1"));
  expect(first.every(({ isIn }) => isIn)).toBe(true);
  const late = enter("10.0.0.1");
  expect(late.isIn).toBe(false);
  expect(enter("10.0.0.2").isIn).toBe(true);
  for (const { ws } of [late, ...first.slice(0, 1)]) limits.left(ws);
  expect(enter("10.0.0.1").isIn).toBe(true);
});
