import { expect, test } from "bun:test";
import { differing, isHashNotice, noticeOf } from "./hash-notice.ts";

const end = (frame: number) => ({ salt: 255n, frame });
const ends = (frames: Record<string, number>) =>
  new Map(Object.entries(frames).map(([path, frame]) => [path, end(frame)]));
const notice = noticeOf({ a: "1", b: "2", c: "3" }, ends({ a: 5, b: 6 }), ends({ a: 5, b: 7 }));

test("a notice names only files that no commit changed while they were read", () => {
  expect(notice.files).toEqual({ a: ["ff", 5, "1"] });
  expect(isHashNotice(JSON.parse(JSON.stringify(notice)))).toBe(true);
});

test("a copy with the same end and another content differs", () => {
  const own = (hash: string, before: number, after = before) =>
    differing(notice, { hashes: { a: hash }, before: ends({ a: before }), after: ends({ a: after }) });
  expect(own("1", 5)).toEqual({ paths: [], compared: 1 });
  expect(own("x", 5)).toEqual({ paths: ["a"], compared: 1 });
});

test("a copy that has applied more or less is not compared", () => {
  const own = (before: number, after: number) =>
    differing(notice, { hashes: { a: "x" }, before: ends({ a: before }), after: ends({ a: after }) });
  expect(own(4, 4)).toEqual({ paths: [], compared: 0 });
  expect(own(5, 6)).toEqual({ paths: [], compared: 0 });
});
