import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import { mayTransfer } from "#inbox/tickets/policy.ts";
import type { HeaderAction } from "./ticket-action.ts";

export const transferAction = {
  id: "transfer",
  label: "head.transfer",
  icon: <ArrowLeftRight />,
  key: { keys: "t", acts: "command", label: "keys.transfer" },
  isOffered: (user, ticket) => ticket.status !== "closed" && mayTransfer(user, ticket),
  run: (_, page) => page.openDialog({ kind: "transfer" }),
} satisfies HeaderAction;
