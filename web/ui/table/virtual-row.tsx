import { startTransition, useEffect, useState } from "react";
import type { CustomItemComponentProps } from "virtua";
import { afterPaint } from "#web/lib/page/after-paint.ts";

/**
 * What stands around a row of a virtual list. The library hides a row until it is measured; here by its opacity, because
 * `visibility` is inherited: everything inside would be styled a second time.
 */
export function VirtualRow({ style, index: _, ...rest }: CustomItemComponentProps) {
  const { visibility, ...place } = style;
  return <div {...rest} style={visibility === "hidden" ? { ...place, opacity: 0 } : place} />;
}

/**
 * How many pixels of a virtual list are drawn beyond what is seen: none until the first rows are on the screen, then as many as
 * wanted, without keeping anybody waiting. `isFilled`: there are rows to draw.
 */
export function useBuffer(wanted: number, isFilled: boolean): number {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isFilled) return;
    let isHere = true;
    void afterPaint().then(() => {
      if (isHere) startTransition(() => setOn(true));
    });
    return () => {
      isHere = false;
    };
  }, [isFilled]);
  return isOn ? wanted : 0;
}
