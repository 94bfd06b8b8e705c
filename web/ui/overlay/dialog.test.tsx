import { afterEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { Dialog } from "./dialog.tsx";

await startPortuguese();

/** A document without layout has no heights. */
const height = Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight") as PropertyDescriptor;
afterEach(() => void Object.defineProperty(Element.prototype, "scrollHeight", height));
const content = (px: number) =>
  Object.defineProperty(Element.prototype, "scrollHeight", { configurable: true, get: () => px });

const open = (children: ReactNode) =>
  render(
    <Dialog title="Termos de uso" onClose={() => undefined}>
      {children}
    </Dialog>,
  );
const region = () => screen.queryByRole("region", { name: "Termos de uso" });

test("a long dialog without a control in it is scrolled by keys: its text takes the focus and has the name of the dialog", () => {
  content(900);
  open(<p>Um texto longo</p>);
  expect(region()?.tabIndex).toBe(0);
});

test("a dialog that fits, or that has a control to focus, has no further stop of the Tab key", async () => {
  content(0);
  const { unmount } = open(<p>Um texto curto</p>);
  expect(region()).toBeNull();
  unmount();
  content(900);
  const { rerender } = open(<input aria-label="Nome" />);
  expect(region()).toBeNull();
  rerender(
    <Dialog title="Termos de uso" onClose={() => undefined}>
      <p>Um texto longo</p>
    </Dialog>,
  );
  await act(async () => undefined);
  expect(region()?.tabIndex).toBe(0);
});
