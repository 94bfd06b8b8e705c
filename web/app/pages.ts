import Blocks from "lucide-react/icons/blocks";
import Cable from "lucide-react/icons/cable";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Contact from "lucide-react/icons/contact";
import Files from "lucide-react/icons/files";
import Gauge from "lucide-react/icons/gauge";
import Layers from "lucide-react/icons/layers";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListChecks from "lucide-react/icons/list-checks";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import MessagesSquare from "lucide-react/icons/messages-square";
import ReceiptText from "lucide-react/icons/receipt-text";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Sparkles from "lucide-react/icons/sparkles";
import SquareKanban from "lucide-react/icons/square-kanban";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import Zap from "lucide-react/icons/zap";
import type { ComponentType } from "react";
import type { PlanFlag } from "#companies/contract.ts";
import type { Ability } from "#users/contract.ts";
import type { TextKey } from "#web/i18n/dictionary.ts";
import { session } from "#web/lib/session.ts";
import type { pt } from "./locales/pt.ts";

/** A page as the drawer, the palette and the shortcuts name it. It is listed here with the page, never before. */
export interface PageLink {
  readonly path: string;
  readonly label: TextKey<typeof pt>;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: "true" }>;
  /** The letter after `g`. */
  readonly letter: string;
  readonly ability?: Ability;
  /** The company's plan must have it. */
  readonly planFlag?: PlanFlag;
  /** For the provider's staff alone. */
  readonly superOnly?: true;
  /** Part of the campaigns: in their submenu, under a shorter name, and only with the flag `cshow`. */
  readonly campaigns?: TextKey<typeof pt>;
}
export interface PageSection {
  readonly id: "service" | "management" | "administration";
  readonly title: TextKey<typeof pt>;
  readonly pages: readonly PageLink[];
}

const sections: readonly PageSection[] = [
  {
    id: "service",
    title: "drawer.service",
    pages: [
      {
        path: "/tickets",
        label: "drawer.tickets",
        icon: MessagesSquare,
        letter: "t",
      },
      {
        path: "/contacts",
        label: "drawer.contacts",
        icon: Contact,
        letter: "o",
      },
      {
        path: "/quick-messages",
        label: "drawer.quickReplies",
        icon: Zap,
        letter: "r",
      },
      {
        path: "/kanban",
        label: "drawer.kanban",
        icon: SquareKanban,
        letter: "k",
        planFlag: "useKanban",
      },
      {
        path: "/tags",
        label: "drawer.tags",
        icon: Tag,
        letter: "e",
      },
      {
        path: "/schedules",
        label: "drawer.schedules",
        icon: CalendarClock,
        letter: "a",
        planFlag: "useSchedules",
      },
      {
        path: "/chats",
        label: "drawer.chats",
        icon: MessageCircle,
        letter: "x",
        planFlag: "useInternalChat",
      },
      {
        path: "/todolist",
        label: "drawer.todo",
        icon: ListChecks,
        letter: "l",
      },
      {
        path: "/helps",
        label: "drawer.helps",
        icon: CircleQuestionMark,
        letter: "h",
      },
    ],
  },
  {
    id: "management",
    title: "drawer.management",
    pages: [
      {
        path: "/",
        label: "drawer.dashboard",
        icon: LayoutDashboard,
        letter: "d",
        ability: "dashboard:view",
      },
    ],
  },
  {
    id: "administration",
    title: "drawer.administration",
    pages: [
      {
        path: "/connections",
        label: "drawer.connections",
        icon: Cable,
        letter: "c",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/queues",
        label: "drawer.queues",
        icon: Layers,
        letter: "f",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/users",
        label: "drawer.users",
        icon: Users,
        letter: "u",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/campaigns",
        label: "drawer.campaigns",
        icon: SendHorizontal,
        letter: "g",
        ability: "drawer-admin-items:view",
        planFlag: "useCampaigns",
        campaigns: "drawer.campaignList",
      },
      {
        path: "/contact-lists",
        label: "drawer.contactLists",
        icon: SendHorizontal,
        letter: "w",
        ability: "drawer-admin-items:view",
        planFlag: "useCampaigns",
        campaigns: "drawer.contactLists",
      },
      {
        path: "/campaigns-config",
        label: "drawer.campaignSettings",
        icon: SendHorizontal,
        letter: "j",
        ability: "drawer-admin-items:view",
        planFlag: "useCampaigns",
        campaigns: "drawer.settings",
      },
      {
        path: "/prompts",
        label: "drawer.prompts",
        icon: Sparkles,
        letter: "b",
        ability: "drawer-admin-items:view",
        planFlag: "useOpenAi",
      },
      {
        path: "/queue-integration",
        label: "drawer.integrations",
        icon: Blocks,
        letter: "q",
        ability: "drawer-admin-items:view",
        planFlag: "useIntegrations",
      },
      {
        path: "/messages-api",
        label: "drawer.messagesApi",
        icon: SendHorizontal,
        letter: "m",
        ability: "drawer-admin-items:view",
        planFlag: "useExternalApi",
      },
      {
        path: "/files",
        label: "drawer.fileLists",
        icon: Files,
        letter: "v",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/financeiro",
        label: "drawer.billing",
        icon: ReceiptText,
        letter: "n",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/subscription",
        label: "drawer.subscription",
        icon: CalendarClock,
        letter: "y",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/settings",
        label: "drawer.settings",
        icon: Settings,
        letter: "s",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/audit",
        label: "drawer.audit",
        icon: ShieldCheck,
        letter: "z",
        ability: "drawer-admin-items:view",
      },
      {
        path: "/cockpit",
        label: "drawer.cockpit",
        icon: Gauge,
        letter: "p",
        superOnly: true,
      },
      {
        path: "/announcements",
        label: "drawer.announcements",
        icon: Megaphone,
        letter: "i",
        superOnly: true,
      },
    ],
  },
];

/** The sections with the pages this user may open; empty sections are left out. Reads the session's signals. */
export function visibleSections(): readonly PageSection[] {
  return sections
    .map((section) => ({
      ...section,
      pages: section.pages.filter(
        ({ ability, planFlag, superOnly, campaigns }) =>
          (!ability || session.can(ability)) &&
          (!planFlag || session.hasPlan(planFlag)) &&
          (!superOnly || session.user.value?.super === true) &&
          (!campaigns || session.campaigns.value),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Whether an address lies on a page: `/tickets` and everything below it; a campaign's report with the campaigns. */
function isOn(path: string, location: string): boolean {
  const at = location.replace("/campaign/", "/campaigns/");
  return at === path || at.startsWith(`${path}/`);
}

/** Path of the page an address lies on; empty for none. */
export function pageAt(location: string): string {
  const all = sections.flatMap(({ pages }) => pages);
  return all.find(({ path }) => isOn(path, location))?.path ?? "";
}
