import Zap from "lucide-react/icons/zap";
import { startMacro } from "#web/inbox/tickets/macros/start.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** Opens the list of macros; a digit chooses one of them (docs/rules/macros.md#keys). */
export const macrosAction = {
  id: "macros",
  label: "head.macros",
  icon: <Zap />,
  key: { keys: "m", acts: "command", label: "keys.macros" },
  isOffered: () => true,
  run: (ticket) => startMacro(ticket),
} satisfies HeaderAction;
