import { useEffect, useState } from "react";

export interface Loaded<T> {
  readonly value: T | null;
  readonly failure: unknown;
  /** Reads once more: after a failure, or when something changed. */
  readonly again: () => void;
  readonly put: (value: T) => void;
}

/** Something a panel shows, read when it opens; stays on the screen while it is read once more. */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again reads anew
  useEffect(() => {
    let isShown = true;
    setFailure(null);
    read().then(
      (found) => isShown && setValue(found),
      (error: unknown) => isShown && setFailure(error),
    );
    return () => {
      isShown = false;
    };
  }, [turn]);
  return { value, failure, again: () => setTurn((last) => last + 1), put: setValue };
}
