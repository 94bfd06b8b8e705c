import { expect, test } from "bun:test";
import { keepDrawn, type Drawn as One } from "./cached-streams.tsx";
import type { Room } from "./ticket-view-model.ts";

const rooms = Array.from({ length: 12 }, (_, at) => ({ ticketId: at + 1 }) as Room);
type Drawn = readonly One[];
const visit = (drawn: Drawn, ...tickets: readonly number[]): Drawn =>
  tickets.reduce<Drawn>((kept, id) => keepDrawn(kept, rooms[id - 1] as Room), drawn);
const ids = (drawn: Drawn) => drawn.map(({ room }) => room.ticketId);

test("the eight conversations one was in last stay drawn, each in its place", () => {
  const eight = visit([], 1, 2, 3, 4, 5, 6, 7, 8);
  expect(ids(eight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids(visit(eight, 3, 1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids(visit(eight, 3, 1, 9))).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
});

test("coming back keeps what is drawn and counts a visit; a room made anew is drawn anew", () => {
  const before = visit([], 1, 2);
  const [first] = before;
  const [again] = visit(before, 1);
  expect(again?.key).toBe(first?.key ?? 0);
  expect(again?.visit).toBe(3);
  const anew = keepDrawn(before, { ticketId: 1 } as Room);
  expect(ids(anew)).toEqual([2, 1]);
  expect(anew[1]?.key).toBe(3);
});
