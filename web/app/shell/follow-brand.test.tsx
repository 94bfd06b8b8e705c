import { beforeEach, expect, spyOn, test } from "bun:test";
import { act, render, waitFor } from "@testing-library/react";
import type { SessionUser } from "#accounts/auth/contract.ts";
import type { ShownBrand } from "#accounts/companies/contract.ts";
import { brand } from "#web/lib/page/brand.ts";
import { setUnreadCount, showUnreadCount } from "#web/lib/page/notifications.ts";
import { session } from "#web/lib/session/session.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { Logo } from "#web/ui/display/logo.tsx";
import { followBrand } from "./follow-brand.ts";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.

const PADARIA: ShownBrand = {
  name: "Padaria Atende",
  logoUrl: "/brand/7/logo-abc.png",
  sheetUrl: "/brand/style-ffd400-1.css",
  mark: "7.mark",
};
const wearing = (change: Partial<ShownBrand> = {}): SessionUser => {
  const user = sampleUser();
  return { ...user, company: { ...user.company, brand: { ...PADARIA, ...change } } };
};
const enter = async (user: SessionUser) => {
  servePage(() => ({ body: user }));
  await act(() => session.start());
};
const sheets = () =>
  [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
const icon = () => document.querySelector("link[rel=icon]")?.getAttribute("href");

let stop: () => void;
beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/assets/favicon-1.svg">';
  stop = followBrand();
  return () => stop();
});

test("the company's brand is shown while its user is signed in, and its cookie remains in the browser", async () => {
  await enter(wearing());
  render(<Logo />);
  expect([document.title, sheets(), icon()]).toEqual([
    "Padaria Atende",
    ["/brand/style-ffd400-1.css"],
    "/brand/7/tab-abc.png",
  ]);
  expect(document.querySelector("img.logo")?.getAttribute("src")).toBe("/brand/7/logo-abc.png");
  expect(document.cookie).toContain("brand=7.mark");

  act(() => session.end());
  expect([document.title, brand.value.logoUrl, sheets(), icon()]).toEqual([
    "Balcão",
    null,
    [],
    "/favicon.svg",
  ]);
  expect(document.querySelector("svg.logo")).toBeTruthy();
  expect(document.cookie).not.toContain("brand=7");
  stop();
});

test("login waits for the company's colours before the first page", async () => {
  act(() => session.end());
  servePage(() => ({ body: { token: "t", user: wearing() } }));
  const fetched: HTMLLinkElement[] = [];
  // A style sheet that is still loading.
  const append = spyOn(document.head, "append").mockImplementation((link) => {
    fetched.push(link as HTMLLinkElement);
  });
  const entering = session.login("ana@padaria.example", "balcao");
  await waitFor(() => expect(fetched.map(({ rel }) => rel)).toEqual(["stylesheet"]));
  expect(session.state.value).toBe("out");
  await act(async () => {
    fetched[0]?.dispatchEvent(new Event("load"));
    await entering;
  });
  expect(session.state.value).toBe("in");
  append.mockRestore();
  stop();
});

test("the unread count uses the name and the icon of the brand", async () => {
  await enter(wearing());
  const stopCounting = showUnreadCount();
  setUnreadCount(3);
  expect([document.title, icon()]).toEqual(["(3) Padaria Atende", "/brand/7/unread-abc.png"]);
  act(() => session.update(wearing({ name: "Outra", logoUrl: null })));
  expect(document.title).toBe("(3) Outra");
  expect(icon()).toStartWith("data:image/svg+xml");
  setUnreadCount(0);
  expect(icon()).toBe("/favicon.svg");
  stopCounting();
  stop();
});

test("a new colour replaces the old one once it is loaded", async () => {
  await enter(wearing());
  act(() => session.update(wearing({ sheetUrl: "/brand/style-0b5cad-2.css" })));
  expect(sheets()).toEqual(["/brand/style-ffd400-1.css", "/brand/style-0b5cad-2.css"]);
  document.querySelector("link[href*='0b5cad']")?.dispatchEvent(new Event("load"));
  expect(sheets()).toEqual(["/brand/style-0b5cad-2.css"]);
  act(() => session.update(wearing({ sheetUrl: null })));
  expect(sheets()).toEqual([]);
  stop();
});

test("a support session sets no brand cookie", async () => {
  act(() => session.end());
  await enter({ ...wearing(), supportUntil: "2026-11-20T12:00:00.000Z" });
  expect([brand.value.name, document.cookie.includes("7.mark")]).toEqual(["Padaria Atende", false]);
  stop();
});
