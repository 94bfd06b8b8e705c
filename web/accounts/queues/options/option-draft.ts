import { type ReadonlySignal, signal } from "@preact/signals-react";
import { MAX_DRAFTED_TEXTS, type OptionsDraft } from "#accounts/queues/options/draft/contract.ts";
import { nextNumber, shareOut } from "#accounts/queues/options/order/contract.ts";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { Node, Nodes } from "./tree-shape.ts";

type Flat = Omit<Node, "children">;
type AddBody = Parameters<OptionCalls["add"]>[0];
type ChangeBody = Parameters<OptionCalls["change"]>[1];
type Step =
  | { readonly kind: "add"; readonly id: number; readonly body: AddBody }
  | { readonly kind: "change"; readonly id: number; readonly body: ChangeBody }
  | { readonly kind: "putFile"; readonly id: number; readonly file: File }
  | { readonly kind: "remove"; readonly id: number }
  | { readonly kind: "removeFile"; readonly id: number };

const TARGETS = ["targetQueueId", "targetUserId", "targetTagId", "integrationId", "promptId"] as const;
const FRESH = {
  message: "",
  action: "say",
  targetQueueId: null,
  targetUserId: null,
  targetTagId: null,
  integrationId: null,
  promptId: null,
  fallbackQueueId: null,
  maxTries: 3,
  autoAdvance: false,
  mediaPath: null,
  mediaName: null,
} as const;

/** The fields of an option that a preview needs besides its message. */
const drafted = ({ message: _text, queueId: _queue, mediaPath: _path, mediaName: _name, ...option }: Flat) =>
  option;

export type OptionDraft = ReturnType<typeof createOptionDraft>;

/**
 * The option tree of a queue as a draft: it has the calls of the server, applies them to the page, and `save` repeats
 * them on the server in the same order. New options have negative ids until then. Rule: docs/rules/queues.md#editor.
 */
export function createOptionDraft(real: OptionCalls) {
  let nodes: Flat[] = [];
  const steps = signal<readonly Step[]>([]);
  const saves = signal(0);
  const dirty = signal(false);
  const changes = signal(0);
  /** Messages stored on the server, by option id. */
  const storedTexts = new Map<number, string>();
  /** Ids of the server by ids of the draft. */
  const stored = new Map<number, number>();
  let lastId = 0;

  const note = (step: Step) => {
    steps.value = [...steps.peek(), step];
    dirty.value = true;
    changes.value += 1;
  };
  const childrenOf = (parentId: number | null) =>
    nodes
      .filter((node) => node.parentId === parentId)
      .sort((a, b) => Number(a.option) - Number(b.option) || a.id - b.id);
  const build = (parentId: number | null): Nodes =>
    childrenOf(parentId).map((node) => ({ ...node, children: build(node.id) }));
  const flatten = (tree: Nodes, parentId: number | null = null): Flat[] =>
    tree.flatMap(({ children, ...node }) => [{ ...node, parentId }, ...flatten(children, node.id)]);
  const find = (id: number): Flat => {
    const found = nodes.find((node) => node.id === id);
    if (!found) throw new ApiError(404, "ERR_NOT_FOUND");
    return found;
  };
  const put = (id: number, change: Partial<Flat>) => {
    nodes = nodes.map((node) => (node.id === id ? { ...node, ...change } : node));
  };
  const shown = (id: number): Node => ({ ...find(id), children: build(id) });

  function move(id: number, parentId: number | null, position: number): void {
    const node = find(id);
    const target = childrenOf(parentId);
    const left = childrenOf(node.parentId);
    const others = target.filter((sibling) => sibling.id !== id);
    const family = others.toSpliced(Math.min(position, others.length), 0, node);
    const number = (row: Flat) => row.option;
    if (parentId !== node.parentId) {
      const stay = left.filter((sibling) => sibling.id !== id);
      const numbers = shareOut(left.map(number), stay.map(number));
      for (const [index, sibling] of stay.entries())
        put(sibling.id, { option: numbers[index] ?? sibling.option });
    }
    const numbers = shareOut(target.map(number), family.map(number));
    for (const [index, sibling] of family.entries())
      put(sibling.id, { option: numbers[index] ?? sibling.option, ...(sibling.id === id && { parentId }) });
  }

  function apply(id: number, body: ChangeBody): void {
    const { position, parentId, ...fields } = body;
    const before = find(id);
    const parent = parentId === undefined ? before.parentId : ((parentId as number | null) ?? null);
    const taken = childrenOf(parent).some(
      (sibling) => sibling.id !== id && sibling.option === String(fields.option),
    );
    if (fields.option !== undefined && taken) throw new ApiError(409, "ERR_NAME_IN_USE");
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const without = "action" in sent ? Object.fromEntries(TARGETS.map((target) => [target, null])) : {};
    const numbers = "maxTries" in sent ? { maxTries: Number(sent["maxTries"]) } : {};
    put(id, { ...without, ...sent, ...numbers } as Partial<Flat>);
    if (position !== undefined) move(id, parent, Number(position));
  }

  const calls: OptionCalls = {
    async tree(queueId) {
      if (steps.peek().length === 0) {
        nodes = flatten(await real.tree(queueId));
        storedTexts.clear();
        for (const { id, message } of nodes) storedTexts.set(id, message);
      }
      return build(null);
    },
    async add(body) {
      lastId -= 1;
      const parentId = (body.parentId as number | null | undefined) ?? null;
      const option = nextNumber(childrenOf(parentId));
      const queueId = Number(body.queueId);
      nodes = [...nodes, { ...FRESH, id: lastId, title: body.title, option, queueId, parentId }];
      note({ kind: "add", id: lastId, body: { ...body, option } });
      return shown(lastId);
    },
    async change(id, body) {
      apply(id, body);
      note({ kind: "change", id, body });
      return shown(id);
    },
    async remove(id) {
      const drop = (gone: number): void => {
        for (const child of childrenOf(gone)) drop(child.id);
        nodes = nodes.filter((node) => node.id !== gone);
      };
      drop(id);
      note({ kind: "remove", id });
      return { message: "ok" };
    },
    async putFile(id, file) {
      put(id, { mediaName: file.name, mediaPath: null });
      note({ kind: "putFile", id, file });
      return shown(id);
    },
    async removeFile(id) {
      put(id, { mediaName: null, mediaPath: null });
      note({ kind: "removeFile", id });
      return shown(id);
    },
  };

  const idOf = (id: number): number => stored.get(id) ?? id;
  async function repeat(step: Step): Promise<void> {
    if (step.kind === "add") {
      const parentId = (step.body.parentId as number | null | undefined) ?? null;
      const made = await real.add({ ...step.body, parentId: parentId === null ? null : idOf(parentId) });
      stored.set(step.id, made.id);
      return;
    }
    const id = idOf(step.id);
    if (step.kind === "remove") await real.remove(id);
    else if (step.kind === "removeFile") await real.removeFile(id);
    else if (step.kind === "putFile") await real.putFile(id, step.file);
    else {
      const { parentId } = step.body;
      const moved = typeof parentId === "number" ? { parentId: idOf(parentId) } : {};
      await real.change(id, { ...step.body, ...moved });
    }
  }

  return {
    calls,
    /** The draft has unsaved changes. */
    dirty: dirty as ReadonlySignal<boolean>,
    /** Counts the saves: the tree is loaded again after each. */
    saves: saves as ReadonlySignal<number>,
    /** Counts the changes: the preview restarts after each. */
    changes: changes as ReadonlySignal<number>,
    /** The draft for a preview; undefined while it equals the stored options. */
    forPreview(): OptionsDraft | undefined {
      if (!dirty.peek()) return undefined;
      const shown = flatten(build(null));
      const texts = shown.filter(({ id, message }) => message !== (storedTexts.get(id) ?? ""));
      return {
        options: shown.map(drafted),
        texts: texts.slice(0, MAX_DRAFTED_TEXTS).map(({ id, message }) => ({ id, message })),
      };
    },
    /** The server's id of an option, once it is saved. */
    idOf,
    /** Sends the changes to the server. When one is refused, it and all later ones remain drafts. Throws ApiError. */
    async save(): Promise<void> {
      for (;;) {
        const [step, ...rest] = steps.peek();
        if (!step) break;
        await repeat(step);
        steps.value = rest;
      }
      if (dirty.peek()) saves.value += 1;
      dirty.value = false;
    },
  };
}
