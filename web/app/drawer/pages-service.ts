import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Contact from "lucide-react/icons/contact";
import ListChecks from "lucide-react/icons/list-checks";
import MessageCircle from "lucide-react/icons/message-circle";
import MessagesSquare from "lucide-react/icons/messages-square";
import SquareKanban from "lucide-react/icons/square-kanban";
import Tag from "lucide-react/icons/tag";
import Zap from "lucide-react/icons/zap";
import type { PageLink } from "./page-link.ts";

/** Pages for attendants. */
export const service: readonly PageLink[] = [
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
