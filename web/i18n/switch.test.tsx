import { expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { common } from "./locales/index.ts";
import { changeLanguage } from "./start.ts";
import { startPortuguese } from "./test-language.ts";
import { useText } from "./use-text.ts";

function Sentence() {
  const t = useText(common);
  return <p>{t("form.unsavedText")}</p>;
}

test("a change of the language re-renders the page without a reload", async () => {
  await startPortuguese();
  render(<Sentence />);
  expect(screen.getByText("O que você mudou ainda não foi salvo.")).toBeTruthy();
  await act(() => changeLanguage("en"));
  expect(screen.getByText("What you changed has not been saved.")).toBeTruthy();
  await act(() => changeLanguage("es"));
  expect(screen.getByText("Lo que cambió todavía no se guardó.")).toBeTruthy();
  expect(document.documentElement.lang).toBe("es-ES");
});
