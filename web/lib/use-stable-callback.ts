import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Returns a function that never changes and calls the `work` function of the latest render, so that components that
 * receive it do not render again. For event handlers; must not be called during a render.
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
