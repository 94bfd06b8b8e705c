import { expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { contactImports } from "./import-model.ts";
import { importTexts } from "./locales/index.ts";

await startPortuguese(importTexts);

test("reading the file for the preview is shown as the first step of an import, reading it again as the third", () => {
  contactImports.step.value = "working";
  contactImports.look.value = null;
  render(<ImportDialog />);
  const here = () =>
    screen.getAllByRole("listitem").find((step) => step.getAttribute("aria-current") === "step")?.textContent;
  expect(here()).toBe("Arquivo");
  act(() => {
    contactImports.look.value = { columns: ["numero"], mapping: ["number"], result: null };
  });
  expect(here()).toBe("Importar");
});
