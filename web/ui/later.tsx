import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from "react";
import { laterStyles } from "#web/lib/later-styles.ts";

export type LaterPart<Props> = FunctionComponent<Props> & {
  /** Fetches the code ahead; what fails now is fetched again when the part is drawn. */
  readonly preload: () => void;
};

/**
 * A part of the page whose code is fetched when it is first drawn; `waiting` stands in until it is here. In place
 * of React.lazy, which keeps whatever follows a placeholder back for 300 ms: menus and dialogs would open late the
 * first time, and the first page, too. A failed fetch reaches the boundary around the part. `isFirst`: its looks come with
 * the page (`FIRST_PAGES` of the bundler) and are not waited for.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: () => ReactNode = () => null,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): LaterPart<Props> {
  let part: ComponentType<Props> | null = null;
  const fetch = async () => {
    part ??= (await Promise.all([load(), isFirst ? null : laterStyles()]))[0];
    return part;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where the module begins, never while drawing
  function Later(props: Props) {
    const [Part, setPart] = useState(() => part);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (Part) return;
      let isHere = true;
      fetch().then(
        (fetched) => isHere && setPart(() => fetched),
        (error: unknown) => isHere && setFailure({ error }),
      );
      return () => {
        isHere = false;
      };
    }, [Part]);
    if (failure) throw failure.error;
    return Part ? <Part {...props} /> : waiting();
  }
  return Object.assign(Later, { preload: () => void fetch().catch(() => undefined) });
}
