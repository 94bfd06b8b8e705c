import { useLayoutEffect, useRef } from "react";
import { addHotkeys, type HotkeyGroup } from "./hotkeys.ts";

/** Shortcuts of a component, active while it is mounted. They always run the handlers of the latest render. */
export function useHotkeys(group: HotkeyGroup, isActive = true): void {
  const latest = useRef(group);
  latest.current = group;
  const keys = [...group.keys, ...(group.documented ?? [])].map((hotkey) => hotkey.keys).join("|");
  // With what the user sees, not after the paint: the next press may already be for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again only when the keys change
  useLayoutEffect(() => {
    if (!isActive) return;
    return addHotkeys({
      id: latest.current.id,
      title: () => latest.current.title(),
      keys: latest.current.keys.map((hotkey, index) => ({
        ...hotkey,
        applies: () => latest.current.keys[index]?.applies?.() ?? true,
        describe: () => latest.current.keys[index]?.describe() ?? "",
        run: (event) => latest.current.keys[index]?.run(event),
      })),
      documented: (latest.current.documented ?? []).map(({ keys }, index) => ({
        keys,
        describe: () => latest.current.documented?.[index]?.describe() ?? "",
      })),
    });
  }, [keys, isActive]);
}
