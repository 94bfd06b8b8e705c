import { expect, test } from "bun:test";
import { render, waitFor } from "@testing-library/react";
import { memo } from "react";
import { useAfterPaint } from "./use-after-paint.ts";
import { useSteady } from "./use-steady.ts";

test("what stands beside follows when the rest is on the screen", async () => {
  const drawn: string[] = [];
  function Page({ ticket }: { readonly ticket: string }) {
    drawn.push(`${ticket}, beside ${useAfterPaint(ticket)}`);
    return null;
  }
  const { rerender } = render(<Page ticket="Rita" />);
  rerender(<Page ticket="Caetano" />);
  expect(drawn).toEqual(["Rita, beside Rita", "Caetano, beside Rita"]);
  await waitFor(() => expect(drawn.at(-1)).toBe("Caetano, beside Caetano"));
});

test("a part that is handed a steady function is drawn once, and does what was meant last", () => {
  let drawn = 0;
  let press = () => undefined as unknown;
  const Part = memo(function Part({ onPress }: { readonly onPress: () => unknown }) {
    drawn += 1;
    press = onPress;
    return null;
  });
  function Page({ ticket }: { readonly ticket: string }) {
    return <Part onPress={useSteady(() => ticket)} />;
  }
  const { rerender } = render(<Page ticket="Rita" />);
  rerender(<Page ticket="Caetano" />);
  expect(drawn).toBe(1);
  expect(press()).toBe("Caetano");
});
