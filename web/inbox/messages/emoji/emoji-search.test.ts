import { expect, test } from "bun:test";
import pt from "emojibase-data/pt/data.json";
import { type EmojiData, findEmojis } from "./emoji-search.ts";

const all = pt as unknown as readonly EmojiData[];
const find = (typed: string, tone = "none") => findEmojis(all, typed, tone).map(({ emoji }) => emoji);

test("an emoji is found by the beginning of a word, without case and accents", () => {
  expect(find("corac")).toContain("❤️");
  expect(find("CORAÇÃO VERM")).toContain("❤️");
  expect(find("acenando")).toContain("👋");
});

test("letters inside a word find no emoji", () => {
  // Part of "coração".
  expect(find("oracao")).not.toContain("❤️");
  expect(find("")).toEqual([]);
});

test("emoji names are ranked before tags, and the chosen skin tone is kept", () => {
  const labels = findEmojis(all, "sol", "none").map(({ label }) => label);
  const firstTag = labels.findIndex((label) => !/(^|[^\p{L}])sol/iu.test(label));
  expect(labels.slice(0, firstTag < 0 ? labels.length : firstTag).length).toBeGreaterThan(0);
  expect(labels.slice(firstTag < 0 ? labels.length : firstTag).some((label) => /^sol\b/i.test(label))).toBe(
    false,
  );
  expect(find("acenando", "medium")).toContain("👋🏽");
});
