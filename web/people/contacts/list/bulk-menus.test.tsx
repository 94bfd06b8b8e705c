import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { createSelection } from "#web/ui/table/selection.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { BulkMenus } from "./bulk-menus.tsx";
import { createContactList } from "./contact-list.ts";
import { contactListTexts } from "./locales/index.ts";

await startPortuguese(contactListTexts);

let calls: PageCall[] = [];
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  toasts.list.value = [];
});
afterEach(() => act(() => session.end()));

/** The menus for the chosen contacts 1 and 2; the address of the page is the last of `history`. */
async function choose(user = sampleUser(), fill: object = { added: 2, withoutPhone: 0 }) {
  calls = servePage(({ method, path }) => {
    if (path === "/tags/list") return { body: [{ id: 4, name: "VIP", color: "#c02a37" }] };
    if (path === "/contact-lists/list") return { body: [{ id: 6, name: "Natal" }] };
    if (path === "/tags/contacts") return { body: { tagged: 1, skipped: 1 } };
    if (path.endsWith("/fill")) return { body: fill };
    if (method === "POST" && path === "/contact-lists") return { body: { id: 9 } };
    return { body: [] };
  });
  act(() => session.take({ token: "t", user }));
  const selection = createSelection();
  selection.add([1, 2]);
  const place = memoryLocation({ path: "/contacts", record: true });
  await act(
    async () =>
      void render(
        <Router hook={place.hook} searchHook={place.searchHook}>
          <BulkMenus rows={createContactList()} selection={selection} />
        </Router>,
      ),
  );
  return place;
}
const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const pick = async (menu: string, item: string) => {
  await press(menu);
  // The code of menus is loaded with the first one.
  const found = await screen.findByRole("menuitem", { name: item }, { timeout: 5000 });
  await act(async () => void fireEvent.click(found));
};
const shown = () => toasts.list.value.map(({ text }) => text);
const posted = () =>
  calls.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));

test("the tag menu puts a tag on the chosen contacts and states how many did not get it", async () => {
  await choose();
  await pick("Adicionar tag", "VIP");
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(posted()[0]).toEqual({ path: "/tags/contacts", body: { contactIds: [1, 2], tagId: 4 } });
  expect(shown()).toEqual([
    "1 contato recebeu a tag VIP.",
    "1 contato ficou sem a tag: não tem nenhum atendimento que você possa ver.",
  ]);
});

test("the list menu adds the chosen contacts to a contact list and states who was left out", async () => {
  await choose(sampleUser(), { added: 1, withoutPhone: 1 });
  await pick("Adicionar à lista", "Natal");
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(posted()[0]).toEqual({ path: "/contact-lists/6/fill", body: { contactIds: [1, 2] } });
  expect(shown()[0]).toBe("1 contato entrou na lista Natal.");
});

test("a new campaign for the chosen contacts begins with a new list of them", async () => {
  const place = await choose();
  await press("Nova campanha");
  await waitFor(() => expect(place.history.at(-1)).toBe("/campaigns?list=9"));
  expect(posted()[0]?.body).toMatchObject({ name: expect.stringMatching(/^Contatos de \d\d\/\d\d\/\d{4}/) });
  expect(posted()[1]).toEqual({ path: "/contact-lists/9/fill", body: { contactIds: [1, 2] } });
});

test("no campaign begins when none of the chosen contacts has a number, and the empty list is removed", async () => {
  const place = await choose(sampleUser(), { added: 0, withoutPhone: 2 });
  await press("Nova campanha");
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/contact-lists/9" }));
  expect(place.history).toEqual(["/contacts"]);
});

test("lists and campaigns are offered only to admins of a company whose plan has campaigns", async () => {
  await choose(sampleUser({ profile: "user" }));
  expect(buttons()).toEqual(["Adicionar tag"]);
});

test("campaigns are not offered where the company's settings have no campaigns", async () => {
  const { company } = sampleUser();
  await choose(
    sampleUser({ company: { ...company, settings: [{ key: "campaignsEnabled", value: "false" }] } }),
  );
  expect(buttons()).toEqual(["Adicionar tag", "Adicionar à lista"]);
});

test("lists and campaigns are not offered where the plan has no campaigns", async () => {
  const { company } = sampleUser();
  const plan = { ...company.plan, useCampaigns: false };
  await choose(sampleUser({ company: { ...company, plan } }));
  expect(buttons()).toEqual(["Adicionar tag"]);
});
