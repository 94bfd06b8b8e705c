import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { ComboBox } from "./combo-box.tsx";

const PEOPLE = [
  { id: 1, label: "Ana Souza" },
  { id: 2, label: "Bruno Lima" },
];

/** A combo box whose search is the caller's, as in dialogs. */
function Search() {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <ComboBox<number>
      label="Atendente"
      emptyText="Ninguém"
      options={PEOPLE.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))}
      value={chosen}
      onChange={(id) => {
        setChosen(id);
        const person = PEOPLE.find((each) => each.id === id);
        if (person) setTyped(person.label);
      }}
      search={typed}
      onSearch={setTyped}
    />
  );
}

async function typeInto(text: string): Promise<HTMLInputElement> {
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "Atendente" });
  input.focus();
  fireEvent.change(input, { target: { value: text } });
  await screen.findByRole("listbox");
  return input;
}

test("Esc closes the list of a combo box and reverts the typed text; a second Esc closes the dialog", async () => {
  render(<Search />);
  const input = await typeInto("bru");
  fireEvent.keyDown(input, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(input.value).toBe("");
});

test("Esc after a choice in a combo box restores the name of the choice", async () => {
  render(<Search />);
  const input = await typeInto("bru");
  fireEvent.click(await screen.findByRole("option", { name: "Bruno Lima" }));
  await waitFor(() => expect(input.value).toBe("Bruno Lima"));
  fireEvent.change(input, { target: { value: "Bruno L" } });
  await screen.findByRole("listbox");
  fireEvent.keyDown(input, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(input.value).toBe("Bruno Lima");
});
