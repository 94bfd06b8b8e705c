import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import { TextField } from "./text-field.tsx";

test("every search field has the magnifying glass, no edge, and a label that is only read out", () => {
  const { container } = render(<TextField type="search" label="Buscar" />);
  expect(screen.getByRole("searchbox", { name: "Buscar" })).toBeTruthy();
  expect(container.querySelector(".field-box-soft > svg")).not.toBeNull();
  expect(container.querySelector(".visually-hidden")?.textContent).toContain("Buscar");
});

test("other fields have neither", () => {
  const { container } = render(<TextField label="Nome" />);
  expect(container.querySelector(".field-box-soft, svg")).toBeNull();
});
