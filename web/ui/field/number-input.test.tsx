import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { NumberInput } from "./number-input.tsx";

await startPortuguese();
afterEach(cleanup);

test("a number field shows its placeholder for zero ('Sem limite'), and an emptied field has the value zero", () => {
  const typed: string[] = [];
  const draw = (value: string) => (
    <NumberInput
      label="Limite"
      zero="unlimited"
      suffix="por dia"
      value={value}
      onChange={(next) => typed.push(next)}
    />
  );
  const { rerender } = render(draw("0"));
  const box = screen.getByLabelText("Limite") as HTMLInputElement;
  expect([box.value, box.placeholder]).toEqual(["", "Sem limite"]);
  expect(screen.queryByText("por dia")).toBeNull();
  fireEvent.change(box, { target: { value: "25" } });
  rerender(draw("25"));
  expect(box.value).toBe("25");
  screen.getByText("por dia");
  fireEvent.change(box, { target: { value: "" } });
  expect(typed).toEqual(["25", "0"]);
});

test("a decimal number below or above 1 can be typed digit by digit", () => {
  let value = "0";
  const draw = () => (
    <NumberInput
      label="Arquivos"
      zero="unlimited"
      suffix="GB"
      isDecimal
      value={value}
      onChange={(next) => {
        value = next;
      }}
    />
  );
  const { rerender } = render(draw());
  const box = screen.getByLabelText("Arquivos") as HTMLInputElement;
  expect([box.value, box.placeholder]).toEqual(["", "Sem limite"]);
  for (const text of ["0", "0,", "0,5"]) {
    fireEvent.change(box, { target: { value: text } });
    rerender(draw());
    expect([box.value, value]).toEqual([text, text]);
  }
  screen.getByText("GB");
  fireEvent.change(box, { target: { value: "0,0" } });
  fireEvent.blur(box);
  rerender(draw());
  expect(box.value).toBe("");
});
