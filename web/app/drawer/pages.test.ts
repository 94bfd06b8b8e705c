import { expect, test } from "bun:test";
import { session } from "#web/lib/session/session.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { pageAt, visibleSections } from "./pages.ts";

test("a page of the menu is current for its address and those below it, not for a similar name", () => {
  expect(pageAt("/tickets")).toBe("/tickets");
  expect(pageAt("/tickets/uuid-1")).toBe("/tickets");
  expect(pageAt("/tickets-old")).toBe("");
});

test("a page that the plan does not include is in no menu", () => {
  globalThis.WebSocket = class {
    send() {}
    close() {}
  } as never;
  servePage(() => ({}));
  const user = sampleUser();
  const paths = () => visibleSections().flatMap(({ pages }) => pages.map(({ path }) => path));
  session.take({ token: "t", user });
  expect(paths()).toContain("/schedules");
  const plan = { ...user.company.plan, useSchedules: false };
  session.take({ token: "t", user: { ...user, company: { ...user.company, plan } } });
  expect(paths()).not.toContain("/schedules");
  expect(paths()).toContain("/tickets");
  session.end();
});

test("pages of campaigns are in the menus only with the flag cshow, and every page has its own letter", () => {
  globalThis.WebSocket = class {
    send() {}
    close() {}
  } as never;
  servePage(() => ({}));
  const user = { ...sampleUser(), super: true };
  const pages = () => visibleSections().flatMap((section) => section.pages);
  const paths = () => pages().map(({ path }) => path);
  session.take({ token: "t", user });
  expect(paths()).toEqual(expect.arrayContaining(["/campaigns", "/campaigns-config"]));
  const letters = pages().map(({ letter }) => letter);
  expect(letters).toEqual([...new Set(letters)]);
  session.take({ token: "t", user: { ...user, company: { ...user.company, settings: [] } } });
  expect(paths().filter((path) => path.startsWith("/campaign"))).toEqual([]);
  session.end();
});

test("the report of a campaign makes the campaigns the current page of the menu", () => {
  expect(pageAt("/campaign/3/report")).toBe("/campaigns");
  expect(pageAt("/campaigns-config")).toBe("/campaigns-config");
});
