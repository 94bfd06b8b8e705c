import { startTransition, useEffect, useState } from "react";
import type { CustomItemComponentProps } from "virtua";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";

/**
 * Element around a row of a virtual list. Virtua hides a row until it is measured; here by opacity, because `visibility` is inherited
 * and would cause a second style calculation of everything inside.
 */
export function VirtualRow({ style, index: _, ...rest }: CustomItemComponentProps) {
  const { visibility, ...place } = style;
  return <div {...rest} style={visibility === "hidden" ? { ...place, opacity: 0 } : place} />;
}

/**
 * Pixels of a virtual list that are rendered outside the visible part: none until the first rows are painted, then
 * `wanted`, without blocking input. `isFilled`: there are rows.
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
