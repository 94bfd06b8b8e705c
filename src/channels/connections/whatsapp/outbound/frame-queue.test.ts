import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { WASocket } from "@whiskeysockets/baileys";
import { runHandling } from "#channels/connections/whatsapp/inbound/handling.ts";
import { guardDoors } from "#platform/db/durability/doors.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { sendAfterCommit } from "./frame-queue.ts";

let sent: string[];
let commit: PromiseWithResolvers<void> | null;
let send: (frame: string) => Promise<void>;

beforeEach(() => {
  sent = [];
  commit = null;
  const socket = {
    send(frame: string, done?: () => void) {
      sent.push(frame);
      done?.();
    },
  };
  sendAfterCommit({ ws: { socket } } as unknown as WASocket, () => commit?.promise ?? null);
  const sendFrame = socket.send as (frame: string, done: (error?: Error) => void) => void;
  send = (frame) =>
    new Promise((resolve, reject) =>
      sendFrame.call(socket, frame, (error) => (error ? reject(error) : resolve())),
    );
});

test("a frame is sent at once when no ratchet step waits for its commit", () => {
  void send("A");
  expect(sent).toEqual(["A"]);
});

test("frames wait for the commit of the ratchet steps before them, and are sent in order", async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  commit = first;
  const frames = [send("A")];
  commit = second;
  frames.push(send("B"));
  commit = null;
  frames.push(send("C"));
  second.resolve();
  await Bun.sleep(0);
  expect(sent).toEqual([]);
  first.resolve();
  await Promise.all(frames);
  expect(sent).toEqual(["A", "B", "C"]);
});

test("no frame is sent after a failed commit", async () => {
  commit = Promise.withResolvers<void>();
  const frames = [send("A"), send("B")];
  commit.reject(new Error("disk full"));
  commit = null;
  const outcomes = await Promise.allSettled([...frames, send("C")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(sent).toEqual([]);
});

describe("in a cluster", () => {
  let stored: PromiseWithResolvers<void>;
  let release: () => void;
  beforeEach(() => {
    stored = Promise.withResolvers<void>();
    const log = { isRemote: true, isOpen: true, isPending: () => true, durable: () => stored.promise };
    release = guardDoors(log as unknown as Durability);
  });
  afterEach(() => release());

  test("the handling of an incoming message goes on while its receipt waits for the log", async () => {
    await runHandling(() => send("receipt"));
    expect(sent).toEqual([]);
    stored.resolve();
    await send("a later frame");
    expect(sent).toEqual(["receipt", "a later frame"]);
  });

  test("a message of an attendant counts as sent only after the log has its commit", async () => {
    let isSent = false;
    const sending = send("message").then(() => {
      isSent = true;
    });
    await Bun.sleep(0);
    expect(isSent).toBe(false);
    stored.resolve();
    await sending;
    expect(sent).toEqual(["message"]);
  });

  test("the handling of a message fails when its commit fails on the local disk, and no receipt is sent", async () => {
    commit = Promise.withResolvers<void>();
    const handled = runHandling(() => send("receipt"));
    commit.reject(new Error("disk full"));
    await expect(handled).rejects.toThrow("disk full");
    stored.resolve();
    commit = null;
    await expect(send("B")).rejects.toThrow("disk full");
    expect(sent).toEqual([]);
  });

  test("no receipt is sent after the log refused its commit", async () => {
    await runHandling(() => send("receipt"));
    stored.reject(new Error("deposed"));
    await expect(send("B")).rejects.toThrow("deposed");
    expect(sent).toEqual([]);
  });
});
