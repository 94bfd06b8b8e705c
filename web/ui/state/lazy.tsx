import {
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { awaitLayer } from "#web/lib/keyboard/opening-layer.ts";
import { loadLazyCss } from "#web/lib/page/lazy-css.ts";

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Loads the code ahead; after an error the next render loads it again. */
  readonly preload: () => void;
};

/** Wait between two attempts to load an `isExtra` component, ms. */
const AGAIN_MS = 5_000;

/**
 * A component whose code is loaded when it is first rendered; `waiting` is shown meanwhile. Not React.lazy, which
 * delays what follows a placeholder by 300 ms: the first menu, dialog or page would open late. A failed request
 * reaches the error boundary around it. `isFirst`: its CSS is part of the first sheet (`FIRST_PAGES` of the bundler)
 * and is not awaited. `isExtra`: the user did not request it, so a failed request has no visible effect and is
 * repeated.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: () => ReactNode = () => null,
  {
    isFirst = false,
    isExtra = false,
    isLayer = false,
  }: { readonly isFirst?: boolean; readonly isExtra?: boolean; readonly isLayer?: boolean } = {},
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null;
  const fetch = async () => {
    part ??= (await Promise.all([load(), isFirst ? null : loadLazyCss()]))[0];
    return part;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: created once, at module level, never during a render
  function Later(props: Props) {
    const [Part, setPart] = useState(() => part);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (Part) return;
      let isHere = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = () =>
        fetch().then(
          (fetched) => isHere && setPart(() => fetched),
          (error: unknown) => {
            if (!isHere) return;
            if (isExtra) timer = setTimeout(attempt, AGAIN_MS);
            else setFailure({ error });
          },
        );
      void attempt();
      return () => {
        isHere = false;
        clearTimeout(timer);
      };
    }, [Part]);
    const hold = useRef<ReturnType<typeof awaitLayer> | null>(null);
    // In the same task as the opening, because the next key press already belongs to the dialog.
    useLayoutEffect(() => {
      if (Part) hold.current?.arrived();
      else if (isLayer) hold.current = awaitLayer();
    }, [Part]);
    useEffect(() => () => hold.current?.cancelled(), []);
    if (failure) throw failure.error;
    return Part ? <Part {...props} /> : waiting();
  }
  return Object.assign(Later, { preload: () => void fetch().catch(() => undefined) });
}

/**
 * A dialog, or another layer with keyboard focus, whose code is loaded when it is first opened. Text typed until it is
 * rendered is inserted into its text box: docs/rules/keyboard.md#opening-a-dialog.
 */
export const lazyLayer = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: () => ReactNode,
): LazyPart<Props> => lazy(load, waiting, { isLayer: true });
