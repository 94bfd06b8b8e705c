import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
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

test("arrows, Home and End choose and take the focus along; the ends meet", () => {
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

test("the Tab key stops once at the tabs, and the panel bears the name of its tab", () => {
  render(<Three />);
  fireEvent.click(screen.getByRole("tab", { name: "closed" }));
  expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
  expect(screen.getByRole("tabpanel", { name: "closed" }).textContent).toBe("list of closed");
});
