import Blocks from "lucide-react/icons/blocks";
import Building2 from "lucide-react/icons/building-2";
import Cable from "lucide-react/icons/cable";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Coins from "lucide-react/icons/coins";
import Files from "lucide-react/icons/files";
import Gauge from "lucide-react/icons/gauge";
import Layers from "lucide-react/icons/layers";
import Megaphone from "lucide-react/icons/megaphone";
import ReceiptText from "lucide-react/icons/receipt-text";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Sparkles from "lucide-react/icons/sparkles";
import Users from "lucide-react/icons/users";
import Workflow from "lucide-react/icons/workflow";
import type { PageLink } from "./page-link.ts";

/** Pages for the company's admins and for the provider's staff. */
export const administration: readonly PageLink[] = [
  {
    path: "/connections",
    label: "drawer.connections",
    icon: Cable,
    letter: "c",
    ability: "drawer-admin-items:view",
  },
  { path: "/queues", label: "drawer.queues", icon: Layers, letter: "f", ability: "drawer-admin-items:view" },
  {
    path: "/automation",
    label: "drawer.automation",
    icon: Workflow,
    letter: "1",
    ability: "drawer-admin-items:view",
  },
  { path: "/users", label: "drawer.users", icon: Users, letter: "u", ability: "drawer-admin-items:view" },
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
  { path: "/files", label: "drawer.fileLists", icon: Files, letter: "v", ability: "drawer-admin-items:view" },
  { path: "/costs", label: "drawer.costs", icon: Coins, letter: "5", ability: "drawer-admin-items:view" },
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
  { path: "/companies", label: "drawer.companies", icon: Building2, letter: "4", superOnly: true },
  { path: "/cockpit", label: "drawer.cockpit", icon: Gauge, letter: "p", superOnly: true },
  { path: "/rates", label: "drawer.rates", icon: Coins, letter: "3", superOnly: true },
  { path: "/announcements", label: "drawer.announcements", icon: Megaphone, letter: "i", superOnly: true },
];
