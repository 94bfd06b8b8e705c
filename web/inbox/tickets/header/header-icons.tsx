import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Check from "lucide-react/icons/check";
import Hand from "lucide-react/icons/hand";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import type { HeaderAction } from "./header-actions.ts";

/** The icon of each action, on its button and in the menu. */
export const HEADER_ICONS: Readonly<Record<HeaderAction, ReactNode>> = {
  accept: <Hand />,
  return: <Undo2 />,
  transfer: <ArrowLeftRight />,
  resolve: <Check />,
  reopen: <RotateCcw />,
};
