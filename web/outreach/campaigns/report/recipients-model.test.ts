import { expect, jest, test } from "bun:test";
import type { RecipientAnswer } from "#outreach/campaigns/report/contract.ts";
import { SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { PAGE_ROWS, RecipientsModel, type RecipientsRequest } from "./recipients-model.ts";

const recipient = (id: number, state: RecipientAnswer["state"] = "waiting") =>
  ({ id, name: `Cliente ${id}`, state }) as RecipientAnswer;

function open(count = 100_000) {
  const requests: RecipientsRequest[] = [];
  let state: RecipientAnswer["state"] = "waiting";
  const model = new RecipientsModel(async (request) => {
    requests.push(request);
    const first = (request.pageNumber - 1) * PAGE_ROWS;
    return { count, records: Array.from({ length: PAGE_ROWS }, (_, at) => recipient(first + at, state)) };
  });
  model.open();
  return {
    model,
    requests,
    pages: () => requests.map(({ pageNumber }) => pageNumber),
    move: (to: RecipientAnswer["state"]) => {
      state = to;
    },
  };
}

test("the report of a campaign with 100,000 recipients loads only the visible pages", async () => {
  const { model, pages } = open();
  await settle();
  expect(model.count.value).toBe(100_000);
  model.see(70_001);
  model.see(70_002);
  await settle();
  expect(pages()).toEqual([1, 3501]);
  expect([model.at(70_001)?.name, model.at(500)]).toEqual(["Cliente 70001", null]);
});

test("a change of the campaign reloads the visible pages of its recipients, and the others when they become visible", async () => {
  const { model, pages, move } = open();
  await settle();
  const leave = model.see(0);
  await settle();
  leave();
  model.see(45);
  await settle();
  move("sent");
  model.refresh();
  await settle();
  expect(pages()).toEqual([1, 3, 3]);
  expect(model.at(45)?.state).toBe("sent");
  model.see(0);
  await settle();
  expect(model.at(0)?.state).toBe("sent");
});

test("a filter or a search of the recipients starts at the first page", async () => {
  const { model, requests } = open();
  await settle();
  jest.useFakeTimers();
  model.filterBy("failed");
  model.filterBy("failed");
  model.setSearch("mar");
  model.setSearch("marina");
  jest.advanceTimersByTime(SEARCH_DELAY_MS);
  jest.useRealTimers();
  await settle();
  expect(requests.slice(1)).toEqual([
    { pageNumber: 1, searchParam: "", state: "failed" },
    { pageNumber: 1, searchParam: "marina", state: "failed" },
  ]);
});

test("recipients that failed to load show an error until the next response", async () => {
  let fails = true;
  const model = new RecipientsModel(async () => {
    if (fails) throw new Error("down");
    return { count: 0, records: [] };
  });
  model.open();
  await settle();
  expect([model.failed.value, model.count.value]).toEqual([true, null]);
  fails = false;
  model.refresh();
  await settle();
  expect([model.failed.value, model.count.value]).toEqual([false, 0]);
});
