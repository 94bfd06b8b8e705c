import { expect, test } from "bun:test";
import { act } from "@testing-library/react";
import { Suspense, startTransition, useState } from "react";
import { createRoot } from "react-dom/client";
import { defineLocales } from "./dictionary.ts";
import { startPortuguese } from "./test-language.ts";
import { useText } from "./use-text.ts";

const texts = async () => ({ default: { greeting: "Bom dia" } });
const late = defineLocales<{ greeting: string }>("late", { pt: texts, en: texts, es: texts });

function Greeting() {
  const t = useText(late);
  const [mark] = useState("!");
  return <p>{t("greeting") + mark}</p>;
}

test("texts that arrive while a component is interrupted leave its later hooks intact", async () => {
  await startPortuguese();
  const errors: unknown[] = [];
  const page = document.createElement("div");
  const root = createRoot(page, { onRecoverableError: (error) => errors.push(error) });
  await act(async () => {
    startTransition(() =>
      root.render(
        <Suspense fallback="…">
          <Greeting />
        </Suspense>,
      ),
    );
  });
  expect(page.textContent).toBe("Bom dia!");
  expect(errors).toEqual([]);
  act(() => root.unmount());
});
