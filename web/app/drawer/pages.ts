import CalendarClock from "lucide-react/icons/calendar-clock";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Contact from "lucide-react/icons/contact";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListChecks from "lucide-react/icons/list-checks";
import MessageCircle from "lucide-react/icons/message-circle";
import MessagesSquare from "lucide-react/icons/messages-square";
import SquareKanban from "lucide-react/icons/square-kanban";
import Tag from "lucide-react/icons/tag";
import Zap from "lucide-react/icons/zap";
import { dashboardPath } from "#web/lib/session/dashboard-path.ts";
import { session } from "#web/lib/session/session.ts";
import type { PageLink, PageSection } from "./page-link.ts";
import { administration } from "./pages-administration.ts";

export type { PageLink, PageSection } from "./page-link.ts";

/** Pages for attendants. */
const service: readonly PageLink[] = [
  { path: "/tickets", label: "drawer.tickets", icon: MessagesSquare, letter: "t" },
  { path: "/contacts", label: "drawer.contacts", icon: Contact, letter: "o" },
  { path: "/quick-messages", label: "drawer.quickReplies", icon: Zap, letter: "r" },
  { path: "/kanban", label: "drawer.kanban", icon: SquareKanban, letter: "k", planFlag: "useKanban" },
  { path: "/tags", label: "drawer.tags", icon: Tag, letter: "e" },
  {
    path: "/schedules",
    label: "drawer.schedules",
    icon: CalendarClock,
    letter: "a",
    planFlag: "useSchedules",
  },
  { path: "/chats", label: "drawer.chats", icon: MessageCircle, letter: "x", planFlag: "useInternalChat" },
  { path: "/todolist", label: "drawer.todo", icon: ListChecks, letter: "l" },
  { path: "/helps", label: "drawer.helps", icon: CircleQuestionMark, letter: "h" },
];

const sections: readonly PageSection[] = [
  { id: "service", title: "drawer.service", pages: service },
  {
    id: "management",
    title: "drawer.management",
    pages: [
      { path: "/", label: "drawer.dashboard", icon: LayoutDashboard, letter: "d", ability: "dashboard:view" },
      {
        path: "/reports",
        label: "drawer.reports",
        icon: ChartNoAxesColumn,
        letter: "2",
        ability: "reports:view",
      },
    ],
  },
  { id: "administration", title: "drawer.administration", pages: administration },
];

/** The sections with the pages this user may open; empty sections are omitted. Reads the session's signals. */
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

/**
 * Whether an address belongs to a page: `/tickets` has all addresses below it; a campaign's report belongs to the
 * campaigns.
 */
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
