import { expect, test } from "bun:test";
import { nextCached, type CachedStream as One } from "./cached-streams.tsx";
import type { TicketViewModel } from "./ticket-view-model.ts";

const ticketViews = Array.from({ length: 12 }, (_, at) => ({ ticketId: at + 1 }) as TicketViewModel);
type CachedStream = readonly One[];
const visit = (drawn: CachedStream, ...tickets: readonly number[]): CachedStream =>
  tickets.reduce<CachedStream>((kept, id) => nextCached(kept, ticketViews[id - 1] as TicketViewModel), drawn);
const ids = (drawn: CachedStream) => drawn.map(({ view }) => view.ticketId);

test("the last eight conversations stay rendered, each in its position", () => {
  const eight = visit([], 1, 2, 3, 4, 5, 6, 7, 8);
  expect(ids(eight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids(visit(eight, 3, 1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids(visit(eight, 3, 1, 9))).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
});

test("a return to a cached conversation keeps its rendered stream and counts a visit; a new ticket view is rendered again", () => {
  const before = visit([], 1, 2);
  const [first] = before;
  const [again] = visit(before, 1);
  expect(again?.key).toBe(first?.key ?? 0);
  expect(again?.visit).toBe(3);
  const anew = nextCached(before, { ticketId: 1 } as TicketViewModel);
  expect(ids(anew)).toEqual([2, 1]);
  expect(anew[1]?.key).toBe(3);
});
