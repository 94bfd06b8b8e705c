import { expect, test } from "bun:test";
import { closeListeners } from "./close-listeners.ts";

test("a listener is called once when the socket has ended, at once after the end, and never when it was removed", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const onClosed = closeListeners(closed);
  const called: string[] = [];
  onClosed(() => called.push("before"));
  onClosed(() => called.push("removed"))();
  resolve();
  await closed;
  onClosed(() => called.push("after"));
  onClosed(() => called.push("removed after"))();
  expect(called).toEqual(["before"]);
  await Promise.resolve();
  expect(called).toEqual(["before", "after"]);
});
