import { expect, test } from "bun:test";
import { render, waitFor } from "@testing-library/react";
import { useAfterPaint } from "./use-after-paint.ts";

const drawn: string[] = [];
function Page({ ticket }: { readonly ticket: string }) {
  drawn.push(`${ticket}, beside ${useAfterPaint(ticket)}`);
  return null;
}

test("a value after paint is updated one render late", async () => {
  const { rerender } = render(<Page ticket="Rita" />);
  rerender(<Page ticket="Caetano" />);
  expect(drawn).toEqual(["Rita, beside Rita", "Caetano, beside Rita"]);
  await waitFor(() => expect(drawn.at(-1)).toBe("Caetano, beside Caetano"));
});
