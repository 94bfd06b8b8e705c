import { expect, test } from "bun:test";
import { fireEvent, render } from "@testing-library/react";
import { dataColor } from "#web/ui/styles/color.ts";
import { Avatar, avatarTone, initials } from "./avatar.tsx";

test("initials of an avatar are those of the first and last word, also for one word, a number or an emoji", () => {
  expect(
    ["Marina Ribeiro", "Carla Albuquerque de Menezes", "joão", "+55 11 98888-7777", "🍰 Ana", ""].map(
      initials,
    ),
  ).toEqual(["MR", "CM", "J", "+55", "A", "?"]);
});

test("the avatar of a name always has the same colour", () => {
  expect(avatarTone("Marina Ribeiro")).toBe(avatarTone("Marina Ribeiro"));
  expect(new Set(["Ana", "Bruno", "Carla", "Diego", "Elisa", "Fábio"].map(avatarTone)).size).toBeGreaterThan(
    2,
  );
});

test("an avatar shows the initials if its picture does not load", () => {
  const { container } = render(<Avatar name="Ana Souza" picture="/media/7/1/ana.jpg" />);
  const picture = container.querySelector("img");
  expect(container.querySelector("[data-initials]")).toBeNull();
  if (picture) fireEvent.error(picture);
  expect(container.querySelector("[data-initials]")?.getAttribute("data-initials")).toBe("AS");
});

test("only a hexadecimal colour of a queue or tag reaches the style sheet", () => {
  expect(dataColor("#7c3aed")).toEqual({ "--q": "#7c3aed" } as never);
  expect(dataColor("red;background:url(//evil)")).toEqual({ "--q": "#7c7c7c" } as never);
});
