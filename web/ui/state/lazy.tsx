import {
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { awaitLayer, LONGEST_HOLD_MS } from "#web/lib/keyboard/opening-layer.ts";
import { loadLazyCss } from "#web/lib/page/lazy-css.ts";
import { untilReachable } from "#web/lib/page/server-away.ts";
import { FailedPart } from "./error-boundary.tsx";
import { reportRenderError } from "./render-report.ts";

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Loads the code ahead; after an error the next render loads it again. */
  readonly preload: () => void;
};

/** Waits between the first requests for the code, ms. If the request after the last wait fails, too, a message is shown. */
const AGAIN_MS = [300, 700, 1_500];
const QUIET = AGAIN_MS.length;
/** Every further wait, ms. */
const LATER_MS = 5_000;

interface LazyOptions {
  /** Its CSS is part of the first sheet (`FIRST_PAGES` of the bundler) and is not awaited. */
  readonly isFirst?: boolean;
  /** The user did not request it: a failed request has no visible effect. */
  readonly isExtra?: boolean;
  readonly isLayer?: boolean;
  /** Shown while the code cannot be loaded. Default: a sentence and a retry button in its place. */
  readonly failed?: (onRetry: () => void, onClose?: () => void) => ReactNode;
}

const failedPart = (onRetry: () => void): ReactNode => <FailedPart isUnloaded onRetry={onRetry} />;

/**
 * A component whose code is loaded when it is first rendered; `waiting` is shown meanwhile. Not React.lazy, which
 * delays what follows a placeholder by 300 ms: the first menu, dialog or page would open late. A failed request is
 * repeated, and never affects what is around the component (docs/rules/pages.md#code-on-demand).
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: () => ReactNode = () => null,
  { isFirst = false, isExtra = false, isLayer = false, failed = failedPart }: LazyOptions = {},
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null;
  const fetch = async () => {
    const reachable = part ? null : untilReachable();
    if (reachable) await reachable;
    part ??= (await Promise.all([load(), isFirst ? null : loadLazyCss()]))[0];
    return part;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: created once, at module level, never during a render
  function Later(props: Props) {
    const [Part, setPart] = useState(() => part);
    // In a layer only the user's press begins the next round of requests.
    const [round, setRound] = useState(0);
    const [failedRound, setFailedRound] = useState(-1);
    const hasFailed = failedRound === round;
    useEffect(() => {
      if (Part) return;
      // Code that arrives later than the keyboard is held opens no dialog: the user may be typing elsewhere.
      const late = isLayer ? setTimeout(() => giveUp(), LONGEST_HOLD_MS) : undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isHere = true;
      const giveUp = () => {
        if (!isExtra) setFailedRound(round);
        if (isLayer) isHere = false;
      };
      const attempt = async (number: number): Promise<void> => {
        try {
          const fetched = await fetch();
          if (isHere) setPart(() => fetched);
        } catch (error) {
          if (!isHere) return;
          if (number === QUIET) {
            if (!(error instanceof TypeError)) reportRenderError(error, {});
            giveUp();
          }
          if (isHere) timer = setTimeout(attempt, AGAIN_MS[number] ?? LATER_MS, number + 1);
        }
      };
      void attempt(0);
      return () => {
        isHere = false;
        clearTimeout(late);
        clearTimeout(timer);
      };
    }, [Part, round]);
    const hold = useRef<ReturnType<typeof awaitLayer> | null>(null);
    // In the same task as the opening, because the next key press already belongs to the dialog.
    useLayoutEffect(() => {
      if (Part) return;
      if (hasFailed) hold.current?.cancelled();
      else if (isLayer) hold.current = awaitLayer();
    }, [Part, hasFailed]);
    useEffect(() => () => hold.current?.cancelled(), []);
    if (Part)
      return (
        // Texts that are not loaded yet hide this part only.
        <Suspense fallback={waiting()}>
          <Part {...props} />
          {hold.current ? <Shown onShown={hold.current.arrived} /> : null}
        </Suspense>
      );
    return hasFailed ? failed(() => setRound(round + 1), closeOf(props)) : waiting();
  }
  return Object.assign(Later, { preload: () => void fetch().catch(() => undefined) });
}

/** Rendered together with a part: not before its texts are loaded. */
function Shown({ onShown }: { readonly onShown: () => void }) {
  useLayoutEffect(onShown, [onShown]);
  return null;
}

/** How the parent of a dialog, menu or popover closes it. */
function closeOf(props: object): (() => void) | undefined {
  const { onClose, onOpenChange } = props as {
    readonly onClose?: () => void;
    readonly onOpenChange?: (isOpen: boolean) => void;
  };
  return onClose ?? (onOpenChange && (() => onOpenChange(false)));
}

/** In a place of its own over the page: a dialog has no place in it. */
const failedLayer = (onRetry: () => void, onClose?: () => void): ReactNode => (
  <div className="failed-layer">
    <FailedPart isUnloaded onRetry={onRetry} onClose={onClose} />
  </div>
);

/**
 * A dialog, or another layer with keyboard focus, whose code is loaded when it is first opened. Text typed until it is
 * rendered is inserted into its text box: docs/rules/keyboard.md#opening-a-dialog. When its code cannot be loaded soon, it
 * opens only after another press, because the user may be typing elsewhere by then.
 */
export const lazyLayer = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: () => ReactNode,
): LazyPart<Props> => lazy(load, waiting, { isLayer: true, failed: failedLayer });
