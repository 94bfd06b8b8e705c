import { expect, test } from "bun:test";
import { moved, switchTurn, withUsers } from "./fields-distribution.tsx";

test("the distribution switch of a queue stays off until two users are in the list", () => {
  expect(switchTurn({ allow: false, users: [1] }, true)).toEqual({ allow: false, users: [1], tooFew: true });
  expect(switchTurn({ allow: false, users: [1, 2] }, true)).toMatchObject({ allow: true, tooFew: false });
  expect(switchTurn({ allow: true, users: [1, 2] }, false)).toMatchObject({ allow: false, tooFew: false });
});

test("a list of fewer than two users switches the distribution off and shows a hint", () => {
  expect(withUsers({ allow: true, users: [1, 2] }, [1])).toEqual({ allow: false, users: [1], tooFew: true });
  expect(withUsers({ allow: false, users: [1, 2] }, [])).toMatchObject({ allow: false, tooFew: false });
});

test("users of the distribution list are moved by one position, and not beyond the ends", () => {
  expect(moved([1, 2, 3], 3, -1)).toEqual([1, 3, 2]);
  expect(moved([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
  expect(moved([1, 2, 3], 1, -1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 9, 1)).toEqual([1, 2, 3]);
});
