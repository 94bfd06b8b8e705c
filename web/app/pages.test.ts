import { expect, test } from "bun:test";
import { session } from "#web/lib/session.ts";
import { servePage } from "#web/lib/test-page.ts";
import { sampleUser } from "#web/lib/test-user.ts";
import { isOn, visibleSections } from "./pages.ts";

test("a page is marked for itself and what lies below it, not for a similar name", () => {
  expect(isOn("/tickets", "/tickets")).toBe(true);
  expect(isOn("/tickets", "/tickets/uuid-1")).toBe(true);
  expect(isOn("/tickets", "/tickets-old")).toBe(false);
});

test("a page the plan does not include is in no menu", () => {
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
