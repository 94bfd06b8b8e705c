import { describe, expect, test } from "bun:test";
import { sampleNode as node } from "./test-tree.ts";
import { countBelow, type Move, type Nodes, placeAfter, placeOfDrop, rowsOf, zoneAt } from "./tree-shape.ts";

// 1 (11 (111) 12) 2 3
const tree: Nodes = [node(1, [node(11, [node(111)]), node(12)]), node(2), node(3)];

test("option rows are listed from top to bottom, without options below a collapsed one", () => {
  const lines = (closed: number[]) =>
    rowsOf(tree, new Set(closed)).map(({ node: { id }, level }) => `${level}:${id}`);
  expect(lines([])).toEqual(["1:1", "2:11", "3:111", "2:12", "1:2", "1:3"]);
  expect(lines([11])).toEqual(["1:1", "2:11", "2:12", "1:2", "1:3"]);
  expect(countBelow(tree[0] ?? node(0))).toBe(3);
});

describe("moves of options by key", () => {
  test.each([
    [2, "up", { parentId: null, position: 0 }],
    [2, "down", { parentId: null, position: 2 }],
    [1, "up", null],
    [3, "down", null],
    [2, "in", { parentId: 1, position: 2 }],
    [1, "in", null],
    [12, "in", { parentId: 11, position: 1 }],
    [12, "out", { parentId: null, position: 1 }],
    [111, "out", { parentId: 1, position: 1 }],
    [3, "out", null],
    [99, "up", null],
  ] as const)("option %p moved %s by key gets the place %p", (id, move, place) => {
    expect(placeAfter(tree, id, move as Move)).toEqual(place);
  });
});

describe("drag and drop of options", () => {
  test("an option is dropped before, after or into another option", () => {
    expect(placeOfDrop(tree, 3, 1, "before")).toEqual({ parentId: null, position: 0 });
    expect(placeOfDrop(tree, 1, 2, "after")).toEqual({ parentId: null, position: 1 });
    expect(placeOfDrop(tree, 3, 11, "into")).toEqual({ parentId: 11, position: 1 });
    expect(placeOfDrop(tree, 12, 1, "into")).toEqual({ parentId: 1, position: 1 });
    expect(placeOfDrop(tree, 2, 111, "after")).toEqual({ parentId: 11, position: 1 });
  });

  test("an option dropped on itself, its descendants or its own position does not move", () => {
    expect(placeOfDrop(tree, 1, 1, "into")).toBeNull();
    expect(placeOfDrop(tree, 1, 111, "after")).toBeNull();
    expect(placeOfDrop(tree, 2, 1, "after")).toBeNull();
    expect(placeOfDrop(tree, 2, 3, "before")).toBeNull();
  });

  test("drag and drop and moves of options keep the tree within eight levels", () => {
    const deep = [1, 2, 3, 4, 5, 6, 7].reduceRight<Nodes>((below, id) => [node(id, below)], [node(8)]);
    const pair = node(20, [node(21)]);
    expect(placeOfDrop([...deep, node(9)], 9, 7, "into")).toEqual({ parentId: 7, position: 1 });
    expect(placeOfDrop([...deep, node(9)], 9, 8, "into")).toBeNull();
    expect(placeOfDrop([...deep, pair], 20, 7, "into")).toBeNull();
    expect(placeOfDrop([...deep, pair], 20, 6, "into")).toEqual({ parentId: 6, position: 1 });
    expect(placeAfter([...deep, pair], 20, "in")).toEqual({ parentId: 1, position: 1 });
  });

  test("an option dropped at the upper edge of a row is placed before it, at the lower edge after it", () => {
    expect([0, 0.5, 1].map(zoneAt)).toEqual(["before", "into", "after"]);
  });
});
