import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import { TextField } from "./text-field.tsx";

test("every search field has a magnifying glass, no border, and a label for screen readers only", () => {
  const { container } = render(<TextField type="search" label="Buscar" />);
  expect(screen.getByRole("searchbox", { name: "Buscar" })).toBeTruthy();
  expect(container.querySelector(".field-box-soft > svg")).not.toBeNull();
  expect(container.querySelector(".visually-hidden")?.textContent).toContain("Buscar");
});

test("fields of types other than search have a border and no magnifying glass", () => {
  const { container } = render(<TextField label="Nome" />);
  expect(container.querySelector(".field-box-soft, svg")).toBeNull();
});
