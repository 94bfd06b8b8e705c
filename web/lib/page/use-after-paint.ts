import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Returns `value` one render late: what depends on it is rendered after the rest is painted, without blocking input. `value` must stay
 * identical (`Object.is`) while it is equal.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [late, setLate] = useState(() => value);
  useEffect(() => {
    if (Object.is(late, value)) return;
    let isHere = true;
    void afterPaint().then(() => {
      if (isHere) startTransition(() => setLate(() => value));
    });
    return () => {
      isHere = false;
    };
  }, [value, late]);
  return late;
}
