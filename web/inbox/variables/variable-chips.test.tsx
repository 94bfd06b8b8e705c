import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { variableTexts } from "./locales/index.ts";
import { VariableChips, type VariableChipsProps } from "./variable-chips.tsx";

await startPortuguese(variableTexts);

interface FieldProps {
  readonly text: string;
  readonly props: Partial<VariableChipsProps>;
}

function Field({ text, props }: FieldProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(text);
  return (
    <>
      <textarea
        ref={input}
        aria-label="Texto"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <VariableChips field="Texto" input={input} value={value} onChange={setValue} {...props} />
    </>
  );
}

async function open(text: string, props: Partial<VariableChipsProps> = {}) {
  servePage(() => ({ body: { extras: ["plano"], keys: ["promo"] } }));
  await act(async () => void render(<Field text={text} props={props} />));
  return screen.getByLabelText<HTMLTextAreaElement>("Texto");
}
const problems = () =>
  [...document.querySelectorAll(".variable-problems p")].map(({ textContent }) => textContent);

test("a variable that does not exist is named below the text, and its notice leaves with it", async () => {
  const box = await open("Oi {{nome_completo}}");
  expect(problems()).toEqual([
    "{{nome_completo}} não existe: o contato leria exatamente isso. Troque por uma das opções abaixo.",
  ]);
  fireEvent.change(box, { target: { value: "Oi {{firstName}}" } });
  expect(problems()).toEqual([]);
});

test("a variable with braces missing on one side is called incomplete", async () => {
  await open("Oi {{firstName}");
  expect(problems()[0]).toContain("está incompleta: variáveis têm duas chaves de cada lado.");
});

test("variables of the company and those of this text alone are no mistakes", async () => {
  await open("{{plano}} {{privacyLink}}", { also: ["privacylink"] });
  expect(problems()).toEqual([]);
});

test("a chip inserts its variable in place of the selection", async () => {
  const box = await open("Oi XX!");
  box.setSelectionRange(3, 5);
  fireEvent.click(screen.getByRole("button", { name: "Inserir em Texto: Primeiro nome" }));
  expect(box.value).toBe("Oi {{firstName}}!");
});

test("a text that can only be read has no chips", async () => {
  await open("Oi {{nada}}", { isReadOnly: true });
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(problems()).toHaveLength(1);
});

test("pressing a variable leaves the focus in its field, whose validation would move the chips", async () => {
  render(<Field text="Oi " props={{}} />);
  const [chip] = await screen.findAllByRole("button");
  if (!chip) throw new Error("no variable is offered");
  expect(fireEvent.mouseDown(chip)).toBe(false);
  expect(fireEvent.pointerDown(chip)).toBe(false);
});
