import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { PaletteSearch } from "./palette-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function open() {
  const { api, calls } = fakeApi((call) =>
    call.path.startsWith("/contacts")
      ? { body: { contacts: [{ id: 1, name: "Marina", number: "55", profilePicUrl: null }] } }
      : { body: { tickets: [sampleTicket()] } },
  );
  return { search: new PaletteSearch(api), calls };
}

test("the palette searches contacts and tickets half a second after the last letter", async () => {
  const { search, calls } = open();
  search.type("ma");
  jest.advanceTimersByTime(400);
  search.type("mar");
  jest.advanceTimersByTime(500);
  await settle();
  expect(calls.map(({ path }) => path)).toEqual([
    "/tickets?searchParam=mar&pageNumber=1",
    "/contacts?searchParam=mar&pageNumber=1",
  ]);
  await settle();
  expect([search.tickets.value.length, search.contacts.value.length]).toEqual([1, 1]);
});

test("a palette search of one letter finds nothing and clears the results", async () => {
  const { search, calls } = open();
  search.type("mar");
  jest.advanceTimersByTime(500);
  await settle();
  await settle();
  search.type("m");
  jest.advanceTimersByTime(500);
  expect(search.tickets.value).toEqual([]);
  expect(calls).toHaveLength(2);
});

test("the palette shows tickets even when contacts cannot be loaded", async () => {
  const { api } = fakeApi((call) =>
    call.path.startsWith("/contacts") ? { status: 500 } : { body: { tickets: [sampleTicket()] } },
  );
  const search = new PaletteSearch(api);
  search.type("mar");
  jest.advanceTimersByTime(500);
  await settle();
  await settle();
  expect(search.tickets.value).toHaveLength(1);
});
