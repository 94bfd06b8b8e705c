import { expect, test } from "bun:test";
import { highlight } from "#web/inbox/messages/text/highlight.ts";
import { mentionAt, mentionChoices, mentionWords } from "./mention-model.ts";

const people = ["Ana Lima", "Bruno Reis", "José (Zé)"].map((name, at) => ({
  userId: at + 1,
  user: { name },
}));
const names = (typed: string) => mentionChoices(people, typed).map(({ user }) => user.name);

test("a mention being typed is the text between the @ and the cursor", () => {
  expect(mentionAt("oi @an", 6)).toEqual({ from: 3, typed: "an" });
  expect(mentionAt("oi @an tudo", 6)).toEqual({ from: 3, typed: "an" });
  expect(mentionAt("@", 1)).toEqual({ from: 0, typed: "" });
  expect(mentionAt("ana@example.com", 15)).toBeNull();
  expect(mentionAt("oi", 2)).toBeNull();
});

test("members whose first or last name starts with the typed text are offered until the name is complete", () => {
  expect(names("")).toHaveLength(3);
  expect(names("li")).toEqual(["Ana Lima"]);
  expect(names("JOS")).toEqual(["José (Zé)"]);
  expect(names("ana lima")).toEqual([]);
  expect(names("xis")).toEqual([]);
});

test("mentioned names are highlighted even if they contain special characters", () => {
  const marked = highlight("Oi @José (Zé), fale com @Ana Lima", mentionWords(people))
    .filter(({ hit }) => hit)
    .map(({ text }) => text);
  expect(marked).toEqual(["@José (Zé)", "@Ana Lima"]);
});
