import { useEffect } from "react";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { closeOnBack } from "./back-closes.ts";

/** While `isOpen`, Back on phones closes the layer instead of leaving the page (docs/rules/pages.md#back). */
export function useBackCloses(close: () => void, isOpen = true): void {
  const latest = useStableCallback(close);
  useEffect(() => {
    if (!isOpen) return;
    // A new function for each use, because the list finds it by identity.
    return closeOnBack(() => latest());
  }, [isOpen, latest]);
}
