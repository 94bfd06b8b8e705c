import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { SessionUser } from "#accounts/auth/contract.ts";
import { App } from "#web/app/app.tsx";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleDashboard } from "#web/inbox/dashboard/test-dashboard.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";

provideFirstTexts();
await startPortuguese(
  ...["shell", "tickets", "messages", "contacts", "login", "connections", "dashboard"].map((name) => ({
    name,
  })),
);

let calls: PageCall[] = [];
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
  toasts.list.value = [];
});
afterEach(() => act(() => session.end()));

const PAGES: Readonly<Record<string, unknown>> = {
  "/dashboard?days=7": sampleDashboard(),
  "/queue": [],
  "/setup": { open: false },
  "/whatsapp?session=0": [],
  "/tickets/counts": { open: 0, pending: 0, closed: 0, unread: 0, byQueue: {} },
};

/** Opens the page at a URL, signed in or not. */
async function visit(address: string, user: SessionUser | null) {
  history.replaceState(null, "", address);
  calls = servePage(({ path }) => {
    if (path === "/auth/me")
      return user ? { body: user } : { status: 401, body: { error: "ERR_SESSION_EXPIRED" } };
    return { body: PAGES[path] ?? { tickets: [], contacts: [], count: 0, hasMore: false } };
  });
  if (!user) localStorage.removeItem("token");
  session.listen();
  await act(() => session.start());
  await act(async () => void render(<App />));
}
const attendant = () => sampleUser({ profile: "user", abilities: [] });

test("a visitor who is not signed in sees the login page on every address", async () => {
  await visit("/connections", null);
  expect(await screen.findByLabelText("Senha")).toBeTruthy();
  expect(location.pathname).toBe("/login");
  expect(history.state).toEqual({ from: "/connections" });
});

test("a signed-in attendant is redirected from the login page to the tickets", async () => {
  await visit("/login", attendant());
  await waitFor(() => expect(location.pathname).toBe("/tickets"));
  expect(screen.queryByRole("link", { name: "Dashboard" })).toBeNull();
});

test("admins start on the dashboard, which is under Gerência", async () => {
  await visit("/login", sampleUser());
  expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeTruthy();
  expect(location.pathname).toBe("/");
  expect(screen.getByRole("heading", { name: "Gerência" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Dashboard" }).getAttribute("aria-current")).toBe("page");
});

test("an attendant has no administration pages in the menu, and their addresses show 'Acesso não permitido'", async () => {
  await visit("/connections", attendant());
  await waitFor(() => expect(location.pathname).toBe("/tickets"));
  expect(toasts.list.value.map(({ text }) => text)).toContain("Acesso não permitido");
  expect(screen.queryByRole("link", { name: /Conexões/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Atendimentos" }).getAttribute("aria-current")).toBe("page");
  expect(calls.some(({ path }) => path.startsWith("/whatsapp"))).toBe(false);
});

test("the top bar shows user and company; to admins also the due date", async () => {
  await visit("/connections", sampleUser());
  expect(screen.getByText(/Padaria Aurora/).textContent).toBe(
    "Olá, Ana Souza · Padaria Aurora · Ativo até 20/12/2026",
  );
});

test("the top bar does not show the due date to attendants", async () => {
  await visit("/tickets", attendant());
  expect(screen.getByText(/Padaria Aurora/).textContent).toBe("Olá, Ana Souza · Padaria Aurora");
});

test("an address with one letter more than a page's is not found", async () => {
  await visit("/connections/extra", sampleUser());
  expect(await screen.findByRole("heading", { name: "Página não encontrada" })).toBeTruthy();
});

test("a drawer collapsed by the user is collapsed on the next visit", async () => {
  await visit("/connections", sampleUser());
  fireEvent.click(screen.getByRole("button", { name: "Recolher o menu" }));
  expect(localStorage.getItem("drawer")).toBe("closed");
  expect(screen.getByRole("link", { name: "Conexões" }).getAttribute("data-tooltip")).toBe("Conexões");
  fireEvent.click(screen.getByRole("button", { name: "Expandir o menu" }));
});

test("Ctrl+K opens the palette, ? opens the sheet of shortcuts", async () => {
  await visit("/connections", sampleUser());
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(await screen.findByPlaceholderText("Página, contato ou atendimento…")).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.keyDown(document.body, { key: "?" });
  expect(await screen.findByRole("dialog", { name: "Atalhos de teclado" })).toBeTruthy();
});

test("with several cells the banner of a super user counts held companies of all cells until they are resumed", async () => {
  const user = sampleUser({ super: true });
  const several = { ...user, company: { ...user.company, heldCompanies: null } };
  let companies = 2;
  history.replaceState(null, "", "/tickets");
  calls = servePage(({ path, method }) => {
    if (path === "/auth/me") return { body: several };
    if (path === "/companies/held") return { body: { companies } };
    if (path === "/companies/resume" && method === "POST") {
      companies = 0;
      return { body: { resumed: 2 } };
    }
    return { body: PAGES[path] ?? { tickets: [], contacts: [], count: 0, hasMore: false } };
  });
  session.listen();
  await act(() => session.start());
  await act(async () => void render(<App />));
  expect(await screen.findByText("2 empresas esperam depois de uma restauração.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Retomar envios" }));
  await screen.findByText("Retomar os envios automáticos?");
  const confirm = screen.getAllByRole("button", { name: "Retomar envios" }).at(-1) as HTMLElement;
  await act(async () => void fireEvent.click(confirm));
  await waitFor(() => expect(screen.queryByText(/esperam depois de uma restauração/)).toBeNull());
});
