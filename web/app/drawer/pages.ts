import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import { dashboardPath } from "#web/lib/session/dashboard-path.ts";
import { session } from "#web/lib/session/session.ts";
import type { PageSection } from "./page-link.ts";
import { administration } from "./pages-administration.ts";
import { service } from "./pages-service.ts";

export type { PageLink, PageSection } from "./page-link.ts";

const sections: readonly PageSection[] = [
  { id: "service", title: "drawer.service", pages: service },
  {
    id: "management",
    title: "drawer.management",
    pages: [
      { path: "/", label: "drawer.dashboard", icon: LayoutDashboard, letter: "d", ability: "dashboard:view" },
    ],
  },
  { id: "administration", title: "drawer.administration", pages: administration },
];

/** The sections with the pages this user may open; empty sections are left out. Reads the session's signals. */
export function visibleSections(): readonly PageSection[] {
  const home = dashboardPath(session.user.value);
  return sections
    .map((section) => ({
      ...section,
      pages: section.pages
        .map((page) => (page.path === "/" ? { ...page, path: home } : page))
        .filter(
          ({ ability, planFlag, superOnly, campaigns }) =>
            (!ability || session.can(ability)) &&
            (!planFlag || session.hasPlan(planFlag)) &&
            (!superOnly || session.user.value?.super === true) &&
            (!campaigns || session.campaigns.value),
        ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Whether an address belongs to a page: `/tickets` and everything below it; a campaign's report to the campaigns. */
function isOn(path: string, location: string): boolean {
  const at = location.replace("/campaign/", "/campaigns/");
  return at === path || at.startsWith(`${path}/`);
}

/** Path of the page that an address belongs to; empty for none. */
export function pageAt(location: string): string {
  if (location === "/dashboard") return dashboardPath(session.user.peek());
  const all = sections.flatMap(({ pages }) => pages);
  return all.find(({ path }) => isOn(path, location))?.path ?? "";
}
