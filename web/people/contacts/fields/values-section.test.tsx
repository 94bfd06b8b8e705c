import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { FieldAnswer, NewValues } from "#people/fields/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { ValuesSection } from "./values-section.tsx";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.
await startPortuguese(fieldTexts);
afterEach(() => {
  cleanup();
  fieldList.forget();
});

const field = (changes: Partial<FieldAnswer>): FieldAnswer => ({
  ...{ id: 1, of: "ticket", key: "pedido", label: "Pedido", kind: "text", choices: [], required: false },
  ...{ queueIds: [], inList: false, position: 1, active: true, hasValues: false },
  ...changes,
});

function show(fields: readonly FieldAnswer[], values = {}, queueId: number | null = 1) {
  for (const one of fields) fieldList.put(one);
  const saved: NewValues[] = [];
  const save = async (sent: NewValues) => void saved.push(sent);
  render(<ValuesSection of="ticket" values={values} queueId={queueId} save={save} />);
  return saved;
}
const typeInto = (label: string, text: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
};

test("a value is saved when its field is left, and an unchanged one is not", async () => {
  const saved = show([field({})], { pedido: "7" });
  typeInto("Pedido", "7");
  typeInto("Pedido", "8");
  await waitFor(() => expect(saved).toEqual([{ pedido: "8" }]));
  typeInto("Pedido", "");
  await waitFor(() => expect(saved.at(-1)).toEqual({ pedido: null }));
});

test("a number that cannot be read is marked and not saved", async () => {
  const saved = show([field({ kind: "number" })]);
  typeInto("Pedido", "doze");
  expect(await screen.findByText("Este valor não serve.")).toBeDefined();
  typeInto("Pedido", "1.234,5");
  await waitFor(() => expect(saved).toEqual([{ pedido: 1234.5 }]));
});

test("inactive fields and fields of other queues without a value are not shown", () => {
  show(
    [
      field({ id: 1, key: "a", label: "Desta fila", queueIds: [1] }),
      field({ id: 2, key: "b", label: "De outra fila", queueIds: [2] }),
      field({ id: 3, key: "c", label: "De outra, com valor", queueIds: [2] }),
      field({ id: 4, key: "d", label: "Inativo", active: false }),
    ],
    { c: "x" },
  );
  expect(screen.getAllByRole("textbox")).toHaveLength(2);
  expect(screen.queryByLabelText("De outra fila")).toBeNull();
  expect(screen.queryByLabelText("Inativo")).toBeNull();
});
