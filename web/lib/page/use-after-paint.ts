import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * A value one drawing late: what it changes is drawn when the rest stands on the screen, without keeping anybody waiting.
 * `value` must stay the same (`Object.is`) while it means the same.
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
