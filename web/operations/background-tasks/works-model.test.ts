import { expect, jest, test } from "bun:test";
import type { Work } from "#operations/background-tasks/contract.ts";
import { fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { ASK_EVERY_MS, pathOf, Works } from "./works-model.ts";

const work = (fields: Partial<Work>): Work => ({
  ...{ kind: "import", id: 3, name: "a.csv", done: 1, total: 9, secondsLeft: null, startedAt: null },
  ...{ isPaused: false, canCancel: true, contactListId: null },
  ...fields,
});

test("background tasks are polled only while the bell is open", async () => {
  jest.useFakeTimers();
  const { api, calls } = fakeApi(() => ({ body: [work({})] }));
  const works = new Works(api);
  const close = works.watch();
  await settle();
  expect(works.list.value).toHaveLength(1);
  jest.advanceTimersByTime(ASK_EVERY_MS);
  await settle();
  close();
  jest.advanceTimersByTime(10 * ASK_EVERY_MS);
  await settle();
  expect(calls).toHaveLength(2);
  jest.useRealTimers();
});

test("each kind of background task has its own stop request and page", async () => {
  const { api, calls } = fakeApi(() => ({ body: [] }));
  const works = new Works(api);
  const kinds = [
    work({}),
    work({ contactListId: 7 }),
    work({ kind: "campaign" }),
    work({ kind: "export" }),
    work({ kind: "backup", id: 0 }),
  ];
  for (const one of kinds) await works.cancel(one);
  expect(
    calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
  ).toEqual([
    "DELETE /contacts/import/3",
    "DELETE /contacts/import/3",
    "POST /campaigns/3/cancel",
    "DELETE /companies/3/export",
    "DELETE /backups",
  ]);
  expect(kinds.map(pathOf)).toEqual([
    "/contacts",
    "/contact-lists/7/contacts",
    "/campaign/3/report",
    "/companies",
    "/cockpit",
  ]);
});
