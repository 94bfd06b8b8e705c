import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Always the same function, doing what the one drawn last does: parts that are handed it are not drawn again for it. For what a
 * person does; not to be called while drawing.
 */
export function useStableCallback<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
