import { expect, test } from "bun:test";
import { createArrivalPlaces, MAX_ARRIVING } from "./arrival-places.ts";

const fill = (addresses: readonly string[]) => {
  const places = createArrivalPlaces();
  const cuts: number[] = [];
  const releases = addresses.map((address, index) => places.take(address, () => void cuts.push(index)));
  return { places, cuts, releases };
};
const nothing = () => undefined;

test("an address that sends four large bodies loses the oldest to another address, and then the second", () => {
  const { places, cuts, releases } = fill(["slow", "slow", "slow", "slow"]);
  expect(releases).not.toContain(null);
  expect(places.take("meta", nothing)).not.toBeNull();
  expect(places.take("meta", nothing)).not.toBeNull();
  expect(cuts).toEqual([0, 1]);
  expect(places.take("meta", nothing)).toBeNull();
});

test("an address never takes a place from itself, nor from addresses with as many places", () => {
  expect(fill(["a", "a", "a", "a"]).places.take("a", nothing)).toBeNull();
  expect(fill(["a", "b", "c", "d"]).places.take("e", nothing)).toBeNull();
});

test("an address that once sent a valid signature takes a place from an unknown one, but not from another proven one", () => {
  const { places, cuts } = fill(["a", "b", "c", "d"]);
  for (const address of ["meta", "meta 2", "c"]) places.prove(address);
  expect(places.take("e", nothing)).toBeNull();
  expect(places.take("meta", nothing)).not.toBeNull();
  expect(places.take("meta", nothing)).not.toBeNull();
  expect(places.take("meta", nothing)).not.toBeNull();
  expect(cuts).toEqual([0, 1, 3]);
  expect(places.take("a", nothing)).not.toBeNull();
});

test("a released place is free again, and the release of a cut body frees no second place", () => {
  const { places, releases } = fill(Array(MAX_ARRIVING).fill("slow"));
  expect(places.take("meta", nothing)).not.toBeNull();
  releases[0]?.();
  expect(places.take("slow", nothing)).toBeNull();
  releases[1]?.();
  expect(places.take("slow", nothing)).not.toBeNull();
});
