import { nextNumber, shareOut } from "#accounts/queues/options/contract.ts";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { Node, Nodes } from "./tree-shape.ts";

/** An option without its children. */
export type FlatOption = Omit<Node, "children">;
export type AddBody = Parameters<OptionCalls["add"]>[0];
export type ChangeBody = Parameters<OptionCalls["change"]>[1];

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

/** The option tree of a queue in the page. It applies the same rules as the server (docs/rules/queues.md#editor). */
export class DraftedOptions {
  #options: FlatOption[] = [];

  /** Replaces all options by those of the server. */
  load(tree: Nodes): readonly FlatOption[] {
    this.#options = flatten(tree);
    return this.#options;
  }

  tree(parentId: number | null = null): Nodes {
    return this.#childrenOf(parentId).map((option) => ({ ...option, children: this.tree(option.id) }));
  }

  /** All options, each before its children. */
  flat(): FlatOption[] {
    return flatten(this.tree());
  }

  /** One option with its children. Throws ApiError 404 ERR_NOT_FOUND. */
  node(id: number): Node {
    return { ...this.#find(id), children: this.tree(id) };
  }

  /** Adds an option with this id as the last child of its parent; returns its number. */
  add(id: number, body: AddBody): string {
    const parentId = (body.parentId as number | null | undefined) ?? null;
    const option = nextNumber(this.#childrenOf(parentId));
    const queueId = Number(body.queueId);
    this.#options = [...this.#options, { ...FRESH, id, title: body.title, option, queueId, parentId }];
    return option;
  }

  /** Throws ApiError 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE when a sibling has the number. */
  change(id: number, body: ChangeBody): void {
    const { position, parentId, ...fields } = body;
    const before = this.#find(id);
    const parent = parentId === undefined ? before.parentId : ((parentId as number | null) ?? null);
    const taken = this.#childrenOf(parent).some(
      (sibling) => sibling.id !== id && sibling.option === String(fields.option),
    );
    if (fields.option !== undefined && taken) throw new ApiError(409, "ERR_NAME_IN_USE");
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const without = "action" in sent ? Object.fromEntries(TARGETS.map((target) => [target, null])) : {};
    const numbers = "maxTries" in sent ? { maxTries: Number(sent["maxTries"]) } : {};
    this.put(id, { ...without, ...sent, ...numbers } as Partial<FlatOption>);
    if (position !== undefined) this.#move(id, parent, Number(position));
  }

  put(id: number, change: Partial<FlatOption>): void {
    this.#options = this.#options.map((option) => (option.id === id ? { ...option, ...change } : option));
  }

  /** Removes an option and all options below it. */
  remove(id: number): void {
    for (const child of this.#childrenOf(id)) this.remove(child.id);
    this.#options = this.#options.filter((option) => option.id !== id);
  }

  #find(id: number): FlatOption {
    const found = this.#options.find((option) => option.id === id);
    if (!found) throw new ApiError(404, "ERR_NOT_FOUND");
    return found;
  }

  #childrenOf(parentId: number | null): FlatOption[] {
    return this.#options
      .filter((option) => option.parentId === parentId)
      .sort((a, b) => Number(a.option) - Number(b.option) || a.id - b.id);
  }

  #move(id: number, parentId: number | null, position: number): void {
    const option = this.#find(id);
    const target = this.#childrenOf(parentId);
    const others = target.filter((sibling) => sibling.id !== id);
    const family = others.toSpliced(Math.min(position, others.length), 0, option);
    if (parentId !== option.parentId) {
      const left = this.#childrenOf(option.parentId);
      this.#renumber(
        left,
        left.filter((sibling) => sibling.id !== id),
      );
    }
    this.#renumber(target, family);
    this.put(id, { parentId });
  }

  /** Gives the numbers of the siblings to `after`, which has one option more, one less or another order. */
  #renumber(siblings: readonly FlatOption[], after: readonly FlatOption[]): void {
    const number = (row: FlatOption) => row.option;
    const numbers = shareOut(siblings.map(number), after.map(number));
    for (const [index, { id, option }] of after.entries()) this.put(id, { option: numbers[index] ?? option });
  }
}

const flatten = (tree: Nodes, parentId: number | null = null): FlatOption[] =>
  tree.flatMap(({ children, ...option }) => [{ ...option, parentId }, ...flatten(children, option.id)]);
