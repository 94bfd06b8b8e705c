import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { brandTexts } from "./locales/index.ts";
import type { Whose } from "./owners.ts";
import { loadBrandPanel } from "./panel.tsx";

await startPortuguese(brandTexts);
const BrandPanel = await loadBrandPanel();

let calls: PageCall[];
let stored = { name: "", color: "", logoUrl: null as string | null };
beforeEach(() => {
  toasts.list.value = [];
  stored = { name: "", color: "#ffd400", logoUrl: null };
  calls = servePage(({ method, body }) => {
    if (method === "PUT") stored = { ...stored, ...(body as object) };
    if (method === "DELETE") stored = { ...stored, logoUrl: null };
    return { body: stored };
  });
});
const visit = async (whose: Whose) => {
  await act(async () => void render(<BrandPanel whose={whose} />));
  return screen.findByRole<HTMLInputElement>("textbox", { name: "Nome mostrado" });
};
const said = () => calls.map(({ method, path }) => `${method} ${path}`);

test("an admin sets the company's brand, and empty fields use the provider's brand", async () => {
  const name = await visit("company");
  expect(screen.getByText(/pessoas desta empresa/)).toBeTruthy();
  expect(name.placeholder).toBe("Balcão");
  fireEvent.change(name, { target: { value: " Padaria Atende " } });
  fireEvent.click(screen.getByRole("button", { name: "Salvar marca" }));
  await waitFor(() => expect(said()).toEqual(["GET /company-brand", "PUT /company-brand"]));
  expect(calls[1]?.body).toEqual({ name: "Padaria Atende", color: "#ffd400" });
  await waitFor(() => expect(toasts.list.value).toHaveLength(1));
});

test("a brand colour with too little contrast shows its adjusted version before it is saved", async () => {
  await visit("company");
  expect(screen.getByRole("status").textContent).toMatch(/contraste de 1,4:1\. Ajustamos o tom para 5,1:1/);
  expect(screen.getAllByText(/^Contraste (?:[5-9]|1\d)(?:,\d)?:1$/)).toHaveLength(2);
});

test("a logo can be removed, and super users edit the provider's brand with the same form", async () => {
  stored.logoUrl = "/brand/logo-1.png";
  await visit("provider");
  expect(document.querySelector("img.logo")?.getAttribute("src")).toBe("/brand/logo-1.png");
  fireEvent.click(screen.getByRole("button", { name: "Remover logo" }));
  await waitFor(() => expect(document.querySelector("svg.logo")).toBeTruthy());
  expect(said()).toEqual(["GET /brand", "DELETE /brand/logo"]);
});

test("a brand name of one letter is not sent: the field shows the reason and has the focus", async () => {
  const name = await visit("company");
  fireEvent.change(name, { target: { value: "P" } });
  fireEvent.click(screen.getByRole("button", { name: "Salvar marca" }));
  expect(await screen.findByText("Use de 2 a 40 caracteres.")).toBeTruthy();
  expect(document.activeElement === name).toBe(true);
  expect(said()).toEqual(["GET /company-brand"]);
});
