import { expect, jest, test } from "bun:test";
import { act } from "@testing-library/react";
import { Suspense, startTransition, useState } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
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

let isUp = true;
const load = async () => {
  if (!isUp) throw new TypeError("Failed to fetch dynamically imported module");
  return { default: { greeting: "Boa noite" } };
};
const unreachable = defineLocales<{ greeting: string }>("unreachable", { pt: load, en: load, es: load });
const Greeter = ({ locales }: { readonly locales: typeof unreachable }) => (
  <p>{useText(locales)("greeting")}</p>
);

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

test("texts that fail to load are requested again, and their component waits", async () => {
  await startPortuguese();
  jest.useFakeTimers();
  isUp = false;
  const errors: unknown[] = [];
  const page = document.createElement("div");
  const root = createRoot(page, {
    onCaughtError: (error) => errors.push(error),
    onUncaughtError: (error) => errors.push(error),
    onRecoverableError: (error) => errors.push(error),
  });
  await act(async () =>
    root.render(
      <Suspense fallback="…">
        <Greeter locales={unreachable} />
      </Suspense>,
    ),
  );
  await act(async () => void jest.advanceTimersByTime(2_000));
  expect(page.textContent).toBe("…");
  isUp = true;
  await act(async () => void jest.advanceTimersByTime(2_000));
  expect(page.textContent).toBe("Boa noite");
  expect(errors).toEqual([]);
  act(() => root.unmount());
  jest.useRealTimers();
});

test("after half a minute without its texts a component fails, and its boundary offers to try again", async () => {
  await startPortuguese();
  jest.useFakeTimers();
  isUp = false;
  const never = defineLocales<{ greeting: string }>("never", { pt: load, en: load, es: load });
  const page = document.createElement("div");
  const root = createRoot(page, { onCaughtError: () => undefined });
  await act(async () =>
    root.render(
      <ErrorBoundary part="greeting">
        <Suspense fallback="…">
          <Greeter locales={never} />
        </Suspense>
      </ErrorBoundary>,
    ),
  );
  for (let n = 0; n < 15; n += 1) await act(async () => void jest.advanceTimersByTime(2_000));
  expect(page.textContent).toContain("Não foi possível carregar.");
  isUp = true;
  await act(async () => void jest.advanceTimersByTime(2_000));
  await act(async () => page.querySelector("button")?.click());
  expect(page.textContent).toBe("Boa noite");
  act(() => root.unmount());
  jest.useRealTimers();
});
