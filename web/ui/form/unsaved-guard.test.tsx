import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import * as v from "valibot";
import { navigate } from "wouter/use-browser-location";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { watchBack } from "#web/lib/page/navigation-guard.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "./form.tsx";
import { FormModel } from "./form-model.ts";
import { useDiscardGuard } from "./unsaved-guard.tsx";

await startPortuguese();
watchBack();
beforeEach(() => navigate("/settings?tab=brand"));

function openForm({ isPassing = false, submit = async () => undefined as unknown } = {}) {
  const form = new FormModel({
    initial: { name: "" },
    schema: v.object({ name: v.string() }),
    submit: async () => void (await submit()),
    onFailure: () => undefined,
    delayMs: 0,
  });
  const page = render(<NameForm form={form} isPassing={isPassing} />);
  fireEvent.change(screen.getByLabelText("Nome"), { target: { value: "Padaria" } });
  return page;
}

function NameForm(props: {
  readonly form: FormModel<{ readonly name: string }>;
  readonly isPassing: boolean;
}) {
  const field = useField(props.form);
  return (
    <Form {...props} label="Pessoa">
      <TextField {...field("name")} label="Nome" />
      <FormActions form={props.form} submitLabel="Salvar" />
    </Form>
  );
}

const here = () => `${location.pathname}${location.search}`;
const go = (to: string) => act(() => navigate(to));
const answer = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
/** Simulates Back: the browser has changed the address before the page gets the event. */
const goBack = (to: string) => {
  History.prototype.replaceState.call(history, null, "", to);
  act(() => void globalThis.dispatchEvent(new PopStateEvent("popstate")));
};

test("a link asks for confirmation while there are unsaved changes: cancelling keeps them, discarding follows the link", async () => {
  openForm();
  go("/tags");
  expect(await screen.findByText("O que você mudou ainda não foi salvo.")).toBeTruthy();
  expect(here()).toBe("/settings?tab=brand");
  await answer("Continuar editando");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Nome").value).toBe("Padaria");
  go("/tags");
  await answer("Sim, descartar");
  await waitFor(() => expect(here()).toBe("/tags"));
});

test("a tab of the page asks for confirmation while there are unsaved changes, a changed filter does not", async () => {
  openForm();
  act(() => navigate("/settings?tab=privacy", { replace: true }));
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  await answer("Continuar editando");
  go("/settings?tab=brand&search=cor");
  expect(here()).toBe("/settings?tab=brand&search=cor");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("Back asks for confirmation, and the address does not change meanwhile", async () => {
  openForm();
  const routed: string[] = [];
  const route = () => routed.push(here());
  globalThis.addEventListener("popstate", route);
  goBack("/tags");
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  expect([here(), routed]).toEqual(["/settings?tab=brand", []]);
  globalThis.removeEventListener("popstate", route);
});

test("a form that is being saved, was saved or is unmounted does not ask for confirmation", async () => {
  let saved = (): void => undefined;
  const { unmount } = openForm({ submit: () => new Promise<void>((resolve) => (saved = resolve)) });
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /Salvar/ }).getAttribute("aria-disabled")).toBe("true"),
  );
  go("/tags");
  expect(here()).toBe("/tags");
  await act(async () => saved());
  go("/queues");
  expect(here()).toBe("/queues");
  fireEvent.change(screen.getByLabelText("Nome"), { target: { value: "Outra" } });
  unmount();
  go("/users");
  expect(here()).toBe("/users");
});

test("a form without input to lose does not ask for confirmation", () => {
  openForm({ isPassing: true });
  go("/recovery");
  expect(here()).toBe("/recovery");
});

function Week() {
  const [isChanged, setChanged] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const { unless, guard } = useDiscardGuard(() => isChanged);
  return (
    <>
      <button type="button" onClick={() => setChanged(true)}>
        mudar
      </button>
      <button type="button" onClick={() => unless(() => setOpen(false))}>
        fechar
      </button>
      <p>{isOpen ? "aberto" : "fechado"}</p>
      {guard}
    </>
  );
}

test("changes outside a form need confirmation when their dialog is closed", async () => {
  render(<Week />);
  fireEvent.click(screen.getByRole("button", { name: "mudar" }));
  fireEvent.click(screen.getByRole("button", { name: "fechar" }));
  expect(screen.getByText("aberto")).toBeTruthy();
  await answer("Sim, descartar");
  await waitFor(() => expect(screen.getByText("fechado")).toBeTruthy());
});
