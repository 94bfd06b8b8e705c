import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { type Node, type Nodes, type Place, type Row, rowOf, rowsOf } from "./tree-shape.ts";

export interface TreeOptions {
  readonly queueId: number;
  readonly calls: OptionCalls;
  readonly onFailure: (error: unknown) => void;
}
export type TreeState = "loading" | "ready" | "error";

/**
 * The option tree of one queue in the editor. Every change calls `calls` immediately; in the editor these are a draft
 * (`option-draft.ts`), which reaches the server when the queue is saved.
 */
export class OptionTree {
  readonly #options: TreeOptions;
  readonly #nodes = signal<Nodes>([]);
  readonly #state = signal<TreeState>("loading");
  readonly #closed = signal<ReadonlySet<number>>(new Set());
  readonly #chosen = signal<number | null>(null);
  readonly #version = signal(0);
  #asked = 0;
  error: unknown = null;

  readonly nodes: ReadonlySignal<Nodes> = this.#nodes;
  readonly state: ReadonlySignal<TreeState> = this.#state;
  readonly rows: ReadonlySignal<readonly Row[]> = computed(() =>
    rowsOf(this.#nodes.value, this.#closed.value),
  );
  /** The node whose form is shown. */
  readonly chosen: ReadonlySignal<Row | null> = computed(() => {
    const id = this.#chosen.value;
    return id === null ? null : (rowOf(this.#nodes.value, id) ?? null);
  });
  /** Counts the loads of the tree: a new value restarts the preview. */
  readonly version: ReadonlySignal<number> = this.#version;
  /** The node whose title is being edited. */
  readonly renaming = signal<number | null>(null);

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  /** Loads the tree and follows changes by others. Returns a function that stops it. */
  open(socket: LiveSocket): () => void {
    void this.reload();
    const stops = [
      socket.on("queue", (event) => {
        const record = event["record"] as { id?: number } | undefined;
        if (event.action === "update" && record?.id === this.#options.queueId) void this.reload();
      }),
      socket.onResync(() => void this.reload()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Of two concurrent loads, only the response of the later request counts. */
  async reload(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const nodes = await this.#options.calls.tree(this.#options.queueId);
      if (asked !== this.#asked) return;
      batch(() => {
        if (JSON.stringify(nodes) !== JSON.stringify(this.#nodes.peek())) this.#version.value += 1;
        this.#nodes.value = nodes;
        if (this.#state.peek() !== "ready") this.choose(nodes[0]?.id ?? null);
        this.#state.value = "ready";
      });
    } catch (error) {
      if (this.#state.peek() === "ready") this.#options.onFailure(error);
      else {
        this.error = error;
        this.#state.value = "error";
      }
    }
  }

  choose(id: number | null): void {
    this.#chosen.value = id;
  }

  toggle(id: number, isOpen: boolean): void {
    const closed = new Set(this.#closed.peek());
    if (isOpen) closed.delete(id);
    else closed.add(id);
    this.#closed.value = closed;
  }

  /** Adds a node as the last child and opens its title field. */
  async add(parentId: number | null, title: string): Promise<void> {
    const { calls, queueId } = this.#options;
    await this.#change(async () => {
      const made = await calls.add({ queueId, parentId, title });
      if (parentId !== null) this.toggle(parentId, true);
      await this.reload();
      this.choose(made.id);
      this.renaming.value = made.id;
    });
  }

  /** Saves the title; an empty one changes nothing. */
  async rename({ id, title }: Node, typed: string): Promise<void> {
    this.renaming.value = null;
    const next = typed.trim();
    if (next === "" || next === title) return;
    await this.#change(async () => {
      await this.#options.calls.change(id, { title: next });
      await this.reload();
    });
  }

  /** Returns the row at its new position; null when it did not move. */
  async move(id: number, place: Place): Promise<Row | null> {
    const done = await this.#change(async () => {
      await this.#options.calls.change(id, place);
      if (place.parentId !== null) this.toggle(place.parentId, true);
      await this.reload();
    });
    return done ? (rowOf(this.#nodes.peek(), id) ?? null) : null;
  }

  /** Deletes a node with its descendants and selects a neighbour. Throws ApiError when the server refuses. */
  async remove(id: number): Promise<void> {
    const row = rowOf(this.#nodes.peek(), id);
    await this.#options.calls.remove(id);
    if (row) {
      const { siblings, index, parent } = row;
      this.choose((siblings[index + 1] ?? siblings[index - 1] ?? parent)?.id ?? null);
    }
    await this.reload();
  }

  async #change(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#options.onFailure(error);
      return false;
    }
  }
}
