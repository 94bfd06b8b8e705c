import { expect, test } from "bun:test";
import type { OwnSession } from "#accounts/auth/contract.ts";
import { SessionsModel } from "./session-list.tsx";

const one = (id: number, current = false): OwnSession => ({
  id,
  ip: "203.0.113.7",
  userAgent: "",
  createdAt: "2026-11-20T12:00:00.000Z",
  lastUsedAt: "2026-11-20T12:00:00.000Z",
  current,
});

function open(fails = false) {
  const calls: string[] = [];
  const model = new SessionsModel({
    sessions: async () => {
      if (fails) throw new Error("down");
      return [one(3), one(2, true), one(1)];
    },
    endSession: async (id) => {
      calls.push(`end ${id}`);
      return { message: "" };
    },
    endOtherSessions: async () => {
      calls.push("end others");
      return { message: "" };
    },
  });
  return { model, calls, ids: () => model.list.value.map(({ id }) => id) };
}

test("the present login session is listed first, and an ended one is removed", async () => {
  const { model, calls, ids } = open();
  await model.load();
  expect(ids()).toEqual([2, 3, 1]);
  await model.end(3);
  expect(ids()).toEqual([2, 1]);
  await model.endOthers();
  expect(ids()).toEqual([2]);
  expect(calls).toEqual(["end 3", "end others"]);
});

test("login sessions that failed to load show an error", async () => {
  const { model } = open(true);
  await model.load();
  expect(model.state.value).toBe("error");
});
