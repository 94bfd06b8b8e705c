import { expect, spyOn, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { Tabs } from "./tabs.tsx";

function Three() {
  const [selected, select] = useState("open");
  return (
    <Tabs
      label="Listas"
      selected={selected}
      onSelect={select}
      items={["open", "closed", "search"].map((id) => ({ id, label: id, panel: <p>list of {id}</p> }))}
    />
  );
}
const chosen = () => screen.getByRole("tab", { selected: true });

test("the arrow keys, Home and End select tabs and move the focus; the ends wrap around", () => {
  render(<Three />);
  for (const [key, name] of [
    ["ArrowRight", "closed"],
    ["End", "search"],
    ["ArrowRight", "open"],
    ["ArrowLeft", "search"],
    ["Home", "open"],
  ] as const) {
    fireEvent.keyDown(chosen(), { key });
    expect([chosen().textContent, document.activeElement?.textContent]).toEqual([name, name]);
  }
});

test("the Tab key stops once at the tabs, and the panel is labelled by its tab", () => {
  render(<Three />);
  fireEvent.click(screen.getByRole("tab", { name: "closed" }));
  expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
  expect(screen.getByRole("tabpanel", { name: "closed" }).textContent).toBe("list of closed");
});

test("a selected tab is scrolled into view sideways without scrolling the page", async () => {
  const scrolled = spyOn(Element.prototype, "scrollIntoView");
  const boxes = spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (
    this: Element,
  ) {
    const left = this.textContent === "search" ? 320 : 0;
    return { left, right: this.role === "tablist" ? 300 : left + 100 } as DOMRect;
  });
  render(<Three />);
  expect(screen.getByRole("tablist").scrollLeft).toBe(0);
  fireEvent.click(screen.getByRole("tab", { name: "search" }));
  await waitFor(() => expect(screen.getByRole("tablist").scrollLeft).toBe(120));
  expect(scrolled).not.toHaveBeenCalled();
  boxes.mockRestore();
  scrolled.mockRestore();
});
