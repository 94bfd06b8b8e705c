import { afterEach, expect, test } from "bun:test";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { fenceStore, SocketEnded } from "./fence.ts";

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

/** Names and functions of a store and its nested parts. */
function callsOf(part: object, prefix = ""): [string, (...args: unknown[]) => unknown][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "function")
      return [[prefix + name, (...args: unknown[]): unknown => value.apply(part, args)]];
    return typeof value === "object" && value !== null ? callsOf(value, `${prefix}${name}.`) : [];
  });
}

test("after the end of a socket every call of its store throws, in nested parts too, and changes nothing", () => {
  const made = temporaryStore();
  open.push(made);
  let isOver = false;
  const fenced = fenceStore(made.store, () => isOver);
  expect(fenced.own()).toEqual({ id: "5511900000001:3@s.whatsapp.net", lid: "900:3@lid" });
  fenced.keys.write({ "lid-mapping": { "551": "771" } });
  isOver = true;
  const calls = callsOf(fenced);
  const names = calls.map(([name]) => name);
  expect(names).toEqual(callsOf(made.store).map(([name]) => name));
  for (const name of ["commitAll", "together", "keys.read", "keys.write", "journal.append", "sent.save"])
    expect(names).toContain(name);
  for (const [name, call] of calls) {
    let error: unknown = null;
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
    expect([name, error instanceof SocketEnded]).toEqual([name, true]);
  }
  expect(() => fenced.keys.write({ "lid-mapping": { "551": "772" } })).toThrow(SocketEnded);
  expect(made.store.keys.read("lid-mapping", "551")).toBe("771");
});
