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
  /** Fetches the code ahead; what fails now is fetched again when the part is drawn. */
  readonly preload: () => void;
};

/** Between two attempts to fetch what nobody asked for, ms. */
const AGAIN_MS = 5_000;

/**
 * A part of the page whose code is fetched when it is first drawn; `waiting` stands in until it is here. In place
 * of React.lazy, which keeps whatever follows a placeholder back for 300 ms: menus and dialogs would open late the
 * first time, and the first page, too. A failed fetch reaches the boundary around the part. `isFirst`: its looks come with
 * the page (`FIRST_PAGES` of the bundler) and are not waited for. `isExtra`: nobody asked for it, so a failed fetch leaves
 * the page as it is and is tried again.
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
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where the module begins, never while drawing
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
    // In the same task as the opening: from the next key press on, keys belong to the dialog.
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
 * A dialog, or another layer that takes the keyboard, whose code is fetched when it is first opened. What is typed until it is
 * drawn goes into its text box: docs/rules/keyboard.md#opening-a-dialog.
 */
export const lazyLayer = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> =>
  lazy(load, () => null, { isLayer: true });
