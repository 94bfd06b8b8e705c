import {
  type CSSProperties,
  createContext,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type CustomContainerComponentProps, type CustomItemComponentProps, Virtualizer } from "virtua";

/** Minimum number of rows of a virtual list; a shorter one is rendered whole. */
const ALL_UP_TO = 120;
/** Distance outside the visible part, above and below, within which rows are rendered, px. */
const BUFFER_PX = 1_500;

/** Height of the rows above and below the rendered ones, px. */
interface HiddenRows {
  readonly before: number;
  readonly after: number;
}
/** Properties for the element of a rendered row. */
export interface RowPlace<Element extends HTMLElement = HTMLElement> {
  readonly ref?: Ref<Element>;
  readonly style?: CSSProperties;
}
interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[];
  /** True when there may be thousands of rows. */
  readonly isLong: boolean;
  /**
   * Renders the element around the rows, with spacers for those that are not rendered; `hidden` is null when all are.
   */
  readonly box: (
    drawn: ReactNode,
    hidden: HiddenRows | null,
    ref: RefObject<HTMLElement | null> | RefCallback<HTMLElement>,
  ) => ReactElement;
  readonly row: (row: Row, index: number, place: RowPlace) => ReactElement;
}

interface Parts extends Pick<VirtualRowsProps<never>, "box"> {
  readonly item: (index: number, place: RowPlace) => ReactElement | null;
  readonly onDrawn: (box: HTMLElement) => void;
}
const PartsContext = createContext<Parts | null>(null);
const IN_FLOW: RowPlace = {};
const NONE_HIDDEN: HiddenRows = { before: 0, after: 0 };

/**
 * Rows of a list in the page: all of a short list, of a long one those near the visible part. The page's `main`
 * scrolls.
 */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { rows, isLong, box, row } = props;
  const list = useRef<HTMLElement>(null);
  if (isLong) return <NearbyRows {...props} />;
  return box(
    rows.map((one, index) => row(one, index, IN_FLOW)),
    null,
    list,
  );
}

function NearbyRows<Row>({ rows, box, row }: VirtualRowsProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const [startMargin, setStartMargin] = useState(0);
  const count = rows.length;
  const kept = useMemo(
    () => (count > ALL_UP_TO ? [] : Array.from({ length: count }, (_, index) => index)),
    [count],
  );
  const parts: Parts = {
    box,
    item: (index, place) => {
      const one = rows[index];
      return one === undefined ? null : row(one, index, place);
    },
    onDrawn: (list) => {
      const main = list.closest<HTMLElement>("main");
      scroller.current = main;
      if (!main) return;
      const top = list.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop;
      setStartMargin(Math.round(top));
    },
  };
  return (
    <PartsContext value={parts}>
      <Virtualizer
        as={Box}
        item={Item}
        data={rows}
        bufferSize={BUFFER_PX}
        startMargin={startMargin}
        keepMounted={kept}
        scrollRef={scroller}
      >
        {() => PLACEHOLDER}
      </Virtualizer>
    </PartsContext>
  );
}

/** `Item` renders the whole row. */
const PLACEHOLDER = <></>;

/**
 * Rows remain in the flow of the page, so that columns keep their widths; spacers above and below replace rows that
 * are not rendered.
 */
function Box({ style, children, ref }: CustomContainerComponentProps) {
  const parts = useContext(PartsContext);
  const list = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState(NONE_HIDDEN);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const rows = element.querySelectorAll<HTMLElement>(":scope > [data-row]");
    const [first, last] = [rows[0], rows[rows.length - 1]];
    const before = first ? Number.parseFloat(first.style.top) : 0;
    const end = last ? Number.parseFloat(last.style.top) + last.getBoundingClientRect().height : 0;
    const rest = Math.round(Number(style.height) - end);
    const after = first && last && rest > 0 ? rest : 0;
    setHidden((known) => (known.before === before && known.after === after ? known : { before, after }));
    parts?.onDrawn(element);
  });
  const attach = useCallback<RefCallback<HTMLElement>>(
    (element) => {
      list.current = element;
      if (ref && typeof ref === "object") ref.current = element;
    },
    [ref],
  );
  return parts?.box(children, hidden, attach) ?? null;
}

function Item({ index, style, ref }: CustomItemComponentProps) {
  const parts = useContext(PartsContext);
  // `top` has no effect in the flow; `Box` reads it.
  const place: CSSProperties = { top: style.top };
  // `visibility` is inherited: a change would recalculate the styles of everything inside.
  if (style.visibility === "hidden") place.opacity = 0;
  return parts?.item(index, { style: place, ref: ref as Ref<HTMLElement> }) ?? null;
}
