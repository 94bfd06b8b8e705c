import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import * as v from "valibot";
import "#web/i18n/locales/index.ts";
import { UserEmail, UserName } from "#accounts/users/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "./form.tsx";
import { FormModel } from "./form-model.ts";

await startPortuguese();

interface Person extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly email: string;
}

function openForm(initial: Person) {
  const sent: Person[] = [];
  const form = new FormModel<Person>({
    initial,
    schema: v.object({ name: UserName, email: UserEmail }),
    submit: async (values) => void sent.push(values),
    onFailure: () => undefined,
    delayMs: 0,
  });
  render(<PersonForm form={form} />);
  return { form, sent };
}

function PersonForm({ form }: { readonly form: FormModel<Person> }) {
  const field = useField(form);
  return (
    <Form form={form} label="Pessoa">
      <TextField {...field("name")} label="Nome" />
      <TextField {...field("email")} label="E-mail" help="É com ele que você entra." />
      <FormActions form={form} submitLabel="Salvar" />
    </Form>
  );
}

test("a submit of an incomplete form shows the missing fields and focuses the first", async () => {
  const { sent } = openForm({ name: "", email: "nobody" });
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Obrigatório")).toBeTruthy();
  expect(screen.getByText("E-mail inválido")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("name"));
  expect(sent).toEqual([]);
});

test("the error of a field is associated with it for screen readers", async () => {
  openForm({ name: "A", email: "a@b.co" });
  const name = screen.getByLabelText("Nome");
  fireEvent.focus(name);
  fireEvent.blur(name);
  const error = await screen.findByText("Muito curto!");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(name.getAttribute("aria-describedby")?.split(" ")).toContain(error.id);
});

test("Ctrl+Enter submits a form from any field", async () => {
  const { sent } = openForm({ name: "Ana Souza", email: "ana@aurora.com" });
  fireEvent.change(screen.getByLabelText("Nome"), { target: { value: "Ana Lima" } });
  fireEvent.keyDown(screen.getByLabelText("E-mail"), { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(sent).toEqual([{ name: "Ana Lima", email: "ana@aurora.com" }]));
});

test("leaving a page with unsaved changes asks for confirmation", async () => {
  openForm({ name: "Ana Souza", email: "ana@aurora.com" });
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  fireEvent.change(screen.getByLabelText("Nome"), { target: { value: "Ana Lima" } });
  await waitFor(() => expect(leave()).toBe(true));
});
