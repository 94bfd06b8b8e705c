/**
 * How long a finger must rest on a card to pick it up, ms; shorter than the system's long press, which opens a menu.
 */
const HOLD_MS = 350;
/**
 * A finger that moves farther than this before HOLD_MS has passed scrolls the page instead of picking up a card, px.
 */
const SLACK = 8;

interface Point {
  readonly x: number;
  readonly y: number;
}
const pointOf = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Drag and drop of cards by touch. A card is picked up by holding it for HOLD_MS or by pulling its handle; the board
 * scrolls when the finger is near an edge; a quick swipe scrolls as usual. The browsers' own reactions to a long
 * press differ and are suppressed. Returns the stop function.
 */
export function carryByTouch(
  board: HTMLElement,
  onDrop: (ticketId: number, lane: number) => void,
): () => void {
  let carried: Carried | null = null;
  let held: Hold | null = null;

  const start = (event: TouchEvent) => {
    end();
    const [touch] = event.touches;
    const { target } = event;
    if (!touch || event.touches.length > 1 || !(target instanceof Element)) return;
    const card = target.closest<HTMLElement>("[data-card]");
    if (!card || target.closest(".icon-button")) return;
    const from = pointOf(touch);
    const lift = (at: Point) => {
      carried = new Carried(board, card, from);
      carried.moveTo(at);
    };
    held = new Hold(target, from, !!target.closest(".kanban-handle"), { lift, move, drop, end });
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!carried || !touch || event.touches.length > 1) return end();
    // The page must not scroll while a card is dragged.
    event.preventDefault();
    carried.moveTo(pointOf(touch));
  };
  const drop = (event: TouchEvent) => {
    if (carried) {
      // The end of the touch must not click the card below.
      event.preventDefault();
      const { ticketId, lane } = carried;
      if (lane !== null) onDrop(ticketId, lane);
    }
    end();
  };
  function end() {
    held?.stop();
    held = null;
    carried?.putDown();
    carried = null;
  }
  const refuse = (event: Event) => {
    if (!held) return;
    event.preventDefault();
    event.stopPropagation();
  };
  board.addEventListener("touchstart", start, { passive: true });
  board.addEventListener("dragstart", refuse, { capture: true });
  board.addEventListener("contextmenu", refuse, { capture: true });
  return () => {
    end();
    board.removeEventListener("touchstart", start);
    board.removeEventListener("dragstart", refuse, { capture: true });
    board.removeEventListener("contextmenu", refuse, { capture: true });
  };
}

interface Steps {
  readonly lift: (at: Point) => void;
  readonly move: (event: TouchEvent) => void;
  readonly drop: (event: TouchEvent) => void;
  readonly end: () => void;
}

/**
 * A finger on a card. It listens on the touched element, which receives the events even after its removal from the
 * page.
 */
class Hold {
  readonly #target: Element;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #listening = new AbortController();

  constructor(target: Element, from: Point, atHandle: boolean, { lift, move, drop, end }: Steps) {
    this.#target = target;
    let lifted = false;
    const up = (at: Point) => {
      lifted = true;
      lift(at);
    };
    this.#timer = setTimeout(() => !lifted && up(from), HOLD_MS);
    const { signal } = this.#listening;
    const listen = (type: "touchmove" | "touchend" | "touchcancel", heard: (event: TouchEvent) => void) =>
      this.#target.addEventListener(type, (event) => heard(event as TouchEvent), { signal, passive: false });
    listen("touchmove", (event) => {
      const [touch] = event.touches;
      if (!lifted && touch) {
        if (distance(from, pointOf(touch)) <= SLACK) return;
        if (!atHandle) return end();
        up(pointOf(touch));
      }
      move(event);
    });
    listen("touchend", drop);
    listen("touchcancel", end);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#listening.abort();
  }
}

/** A card being dragged: a copy of it follows the finger, and the lane below is highlighted. */
class Carried {
  readonly ticketId: number;
  readonly #board: HTMLElement;
  readonly #card: HTMLElement;
  readonly #likeness: HTMLElement;
  readonly #from: Point;
  #at: Point;
  #over: HTMLElement | null = null;
  #frame = 0;

  constructor(board: HTMLElement, card: HTMLElement, from: Point) {
    this.ticketId = Number(card.dataset["card"]);
    this.#board = board;
    this.#card = card;
    this.#from = from;
    this.#at = from;
    const { left, top, width } = card.getBoundingClientRect();
    const likeness = card.cloneNode(true) as HTMLElement;
    likeness.inert = true;
    likeness.setAttribute("aria-hidden", "true");
    likeness.classList.add("kanban-carried");
    likeness.style.left = `${left}px`;
    likeness.style.top = `${top}px`;
    likeness.style.width = `${width}px`;
    this.#likeness = likeness;
    board.append(likeness);
    board.dataset["carrying"] = "";
    card.dataset["dragging"] = "true";
    navigator.vibrate?.(10);
    this.#roll();
  }

  /** Id of the lane below the finger; null = none. */
  get lane(): number | null {
    return this.#over ? Number(this.#over.dataset["lane"]) : null;
  }

  moveTo(at: Point): void {
    this.#at = at;
    this.#likeness.style.translate = `${at.x - this.#from.x}px ${at.y - this.#from.y}px`;
    this.#look();
  }

  putDown(): void {
    cancelAnimationFrame(this.#frame);
    this.#likeness.remove();
    delete this.#board.dataset["carrying"];
    delete this.#card.dataset["dragging"];
    delete this.#over?.dataset["over"];
  }

  #look(): void {
    const below = document.elementFromPoint(this.#at.x, this.#at.y);
    const over = below?.closest<HTMLElement>("[data-lane]") ?? null;
    if (over === this.#over) return;
    delete this.#over?.dataset["over"];
    this.#over = over;
    if (over) over.dataset["over"] = "";
  }

  #roll(): void {
    this.#frame = requestAnimationFrame(() => {
      const before = this.#board.scrollLeft;
      this.#board.scrollLeft += edgeSpeed(this.#at.x, this.#board.getBoundingClientRect());
      if (this.#board.scrollLeft !== before) this.#look();
      this.#roll();
    });
  }
}

/** Distance from an edge within which a finger scrolls the board, px. */
const EDGE = 48;
/** Maximum scroll speed, reached at the edge; px per frame. */
const FASTEST = 14;

/** How far the board scrolls in this frame with a finger at `x`, px; negative = towards the first lane. */
export function edgeSpeed(x: number, { left, right }: { readonly left: number; readonly right: number }) {
  const depth = (inside: number) => Math.min(1, Math.max(0, 1 - inside / EDGE));
  const speed = Math.ceil(FASTEST * Math.max(depth(x - left), depth(right - x)));
  return x - left < right - x ? -speed : speed;
}
