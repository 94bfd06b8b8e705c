import { useEffect, useState } from "react";

export interface Loaded<T> {
  readonly value: T | null;
  readonly failure: unknown;
  /** Loads again: after a failure or a change. */
  readonly again: () => void;
  readonly put: (value: T) => void;
}

/** Data of a panel, loaded when it opens; the old data stay visible while they are loaded again. */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
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
