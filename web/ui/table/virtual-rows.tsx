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

/** Fewer rows than this are all drawn. */
const ALL_UP_TO = 120;
/** Rows are drawn this far beyond the screen on each side, px. */
const BUFFER_PX = 1_500;

/** Height of the rows above and below those that are drawn, px. */
interface HiddenRows {
  readonly before: number;
  readonly after: number;
}
/** What the element of a drawn row takes. */
export interface RowPlace<Element extends HTMLElement = HTMLElement> {
  readonly ref?: Ref<Element>;
  readonly style?: CSSProperties;
}
interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[];
  /** Whether there may be thousands of rows. */
  readonly isLong: boolean;
  /** Draws the element around the rows, with room for those that are not drawn; `hidden` is null when all are. */
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

/** Rows of a list in the page: all of a short one, of a long one those near the screen. The page's `main` scrolls. */
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

/** `Item` draws the whole row. */
const PLACEHOLDER = <></>;

/** Rows stay in the flow of the page, so that columns keep their widths: what is not drawn is room above and below. */
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
  // `top` moves nothing in the flow; `Box` reads it.
  const place: CSSProperties = { top: style.top };
  // `visibility` is inherited: everything inside would be styled a second time.
  if (style.visibility === "hidden") place.opacity = 0;
  return parts?.item(index, { style: place, ref: ref as Ref<HTMLElement> }) ?? null;
}
