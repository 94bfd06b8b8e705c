import { expect, test } from "bun:test";
import { render } from "@testing-library/react";
import { memo } from "react";
import { useStableCallback } from "./use-stable-callback.ts";

const drawn: (() => string)[] = [];
const Part = memo(function Part({ onPress }: { readonly onPress: () => string }) {
  drawn.push(onPress);
  return null;
});
function Page({ ticket }: { readonly ticket: string }) {
  return <Part onPress={useStableCallback(() => ticket)} />;
}

test("a component with a stable callback renders once and calls the latest function", () => {
  const { rerender } = render(<Page ticket="Rita" />);
  rerender(<Page ticket="Caetano" />);
  expect(drawn.map((press) => press())).toEqual(["Caetano"]);
});
