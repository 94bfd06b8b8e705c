import { expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import { common } from "./locales/index.ts";
import { changeLanguage } from "./start.ts";
import { speakPortuguese } from "./test-language.ts";
import { useText } from "./use-text.ts";

function Sentence() {
  const t = useText(common);
  return <p>{t("list.startTyping", { count: 3 })}</p>;
}

test("the language changes on the page without a reload", async () => {
  await speakPortuguese();
  render(<Sentence />);
  expect(screen.getByText("Digite ao menos 3 caracteres")).toBeTruthy();
  await act(() => changeLanguage("en"));
  expect(screen.getByText("Type at least 3 characters")).toBeTruthy();
  await act(() => changeLanguage("es"));
  expect(screen.getByText("Escriba al menos 3 caracteres")).toBeTruthy();
  expect(document.documentElement.lang).toBe("es-ES");
});
