import { expect, test } from "bun:test";
import { render, waitFor } from "@testing-library/react";
import { useBuffer, VirtualRow } from "./virtual-row.tsx";

const drawn: number[] = [];
function List({ isFilled }: { readonly isFilled: boolean }) {
  drawn.push(useBuffer(300, isFilled));
  return null;
}

test("a virtual row that is not measured yet is transparent, not hidden", () => {
  const row = (style: { top: number; visibility?: "hidden" }) =>
    render(
      <VirtualRow style={style} index={0}>
        Rita
      </VirtualRow>,
    ).getByText("Rita").style;
  expect(row({ top: 93, visibility: "hidden" })).toMatchObject({ opacity: "0", visibility: "", top: "93px" });
  document.body.replaceChildren();
  expect(row({ top: 93 })).toMatchObject({ opacity: "", visibility: "", top: "93px" });
});

test("virtual rows outside the visible part are rendered after the first paint", async () => {
  const { rerender } = render(<List isFilled={false} />);
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  rerender(<List isFilled />);
  expect(drawn).toEqual([0, 0]);
  await waitFor(() => expect(drawn.at(-1)).toBe(300));
});
