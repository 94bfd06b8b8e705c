import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "./menu.tsx";
import { Popover } from "./popover.tsx";

const focused = () => document.activeElement?.textContent;

test("a menu opens on a press, runs the chosen item, closes and restores the focus", async () => {
  const ran: string[] = [];
  render(
    <Menu
      label="Opções"
      trigger={<Button>Mais</Button>}
      items={["Editar", "Excluir"].map((label) => ({ id: label, label, onAction: () => ran.push(label) }))}
    />,
  );
  const button = screen.getByRole("button", { name: "Mais" });
  expect([button.getAttribute("aria-haspopup"), button.getAttribute("aria-expanded")]).toEqual([
    "menu",
    "false",
  ]);
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  expect(ran).toEqual(["Excluir"]);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(focused()).toBe("Mais"));
});

test("the arrow down opens a menu and focuses its first item, Esc closes the menu", async () => {
  render(
    <Menu
      label="Opções"
      trigger={<Button>Mais</Button>}
      items={[{ id: "a", label: "Editar", onAction: () => undefined }]}
    />,
  );
  const button = screen.getByRole("button", { name: "Mais" });
  button.focus();
  fireEvent.keyDown(button, { key: "ArrowDown" });
  const item = await screen.findByRole("menuitem", { name: "Editar" });
  await waitFor(() => expect(focused()).toBe("Editar"));
  fireEvent.keyDown(item, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("a menu group with a chosen item is announced as a single choice", async () => {
  render(
    <Menu
      label="Idioma"
      trigger={<Button>Idioma</Button>}
      groups={[
        {
          id: "language",
          title: "Idioma",
          items: ["Português", "English"].map((label) => ({
            id: label,
            label,
            isChosen: label === "Português",
            onAction: () => undefined,
          })),
        },
      ]}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Idioma" }));
  const chosen = await screen.findByRole("menuitemradio", { name: "Português" });
  expect(chosen.getAttribute("aria-checked")).toBe("true");
});

test("a popover can be closed by its content", async () => {
  render(
    <Popover label="Avisos" trigger={<Button>Abrir</Button>}>
      {(close) => <Button onPress={close}>Pronto</Button>}
    </Popover>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Abrir" }));
  fireEvent.click(await screen.findByRole("button", { name: "Pronto" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a menu button does not block shortcuts of the page", () => {
  let heard = "";
  const hear = (event: KeyboardEvent) => {
    heard += event.key;
  };
  window.addEventListener("keydown", hear);
  render(<Menu label="Opções" trigger={<Button>Mais</Button>} />);
  fireEvent.keyDown(screen.getByRole("button", { name: "Mais" }), { key: "j" });
  window.removeEventListener("keydown", hear);
  expect(heard).toBe("j");
});
