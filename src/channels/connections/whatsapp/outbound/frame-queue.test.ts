import { beforeEach, expect, test } from "bun:test";
import type { WASocket } from "@whiskeysockets/baileys";
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
