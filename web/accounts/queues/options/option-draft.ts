import { type ReadonlySignal, signal } from "@preact/signals-react";
import { MAX_DRAFTED_TEXTS, type OptionsDraft } from "#accounts/queues/options/contract.ts";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { type AddBody, type ChangeBody, DraftedOptions, type FlatOption } from "./drafted-options.ts";

type Step =
  | { readonly kind: "add"; readonly id: number; readonly body: AddBody }
  | { readonly kind: "change"; readonly id: number; readonly body: ChangeBody }
  | { readonly kind: "putFile"; readonly id: number; readonly file: File }
  | { readonly kind: "remove"; readonly id: number }
  | { readonly kind: "removeFile"; readonly id: number };

/** The fields of an option that a preview needs besides its message. */
const drafted = ({
  message: _text,
  queueId: _queue,
  mediaPath: _path,
  mediaName: _name,
  ...option
}: FlatOption) => option;

export type OptionDraft = ReturnType<typeof createOptionDraft>;

/**
 * The option tree of a queue as a draft. It offers the same calls as the server, but applies them only on the page; `save`
 * repeats them on the server in the same order. New options have negative ids until they are saved. Rule:
 * docs/rules/queues.md#editor.
 */
export function createOptionDraft(real: OptionCalls) {
  const options = new DraftedOptions();
  const steps = signal<readonly Step[]>([]);
  const saves = signal(0);
  const dirty = signal(false);
  const changes = signal(0);
  /** Messages stored on the server, by option id. */
  const storedTexts = new Map<number, string>();
  /** Ids of the server by ids of the draft. */
  const stored = new Map<number, number>();
  const idOf = (id: number): number => stored.get(id) ?? id;
  const note = (step: Step) => {
    steps.value = [...steps.peek(), step];
    dirty.value = true;
    changes.value += 1;
  };
  const load = async (queueId: number) => {
    const loaded = options.load(await real.tree(queueId));
    storedTexts.clear();
    for (const { id, message } of loaded) storedTexts.set(id, message);
  };

  return {
    calls: draftCalls(options, note, (queueId) =>
      steps.peek().length === 0 ? load(queueId) : Promise.resolve(),
    ),
    /** The draft has unsaved changes. */
    dirty: dirty as ReadonlySignal<boolean>,
    /** Counts the saves: the tree is loaded again after each. */
    saves: saves as ReadonlySignal<number>,
    /** Counts the changes: the preview restarts after each. */
    changes: changes as ReadonlySignal<number>,
    /** The draft for a preview; undefined while it equals the stored options. */
    forPreview(): OptionsDraft | undefined {
      if (!dirty.peek()) return undefined;
      const shown = options.flat();
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
        const created = await repeat(real, step, idOf);
        if (created !== undefined) stored.set(step.id, created);
        steps.value = rest;
      }
      if (dirty.peek()) saves.value += 1;
      dirty.value = false;
    },
  };
}

/** The calls of the server, applied to the draft and noted as steps. */
function draftCalls(
  options: DraftedOptions,
  note: (step: Step) => void,
  loadOnce: (queueId: number) => Promise<void>,
): OptionCalls {
  let lastId = 0;
  return {
    async tree(queueId) {
      await loadOnce(queueId);
      return options.tree();
    },
    async add(body) {
      lastId -= 1;
      const option = options.add(lastId, body);
      note({ kind: "add", id: lastId, body: { ...body, option } });
      return options.node(lastId);
    },
    async change(id, body) {
      options.change(id, body);
      note({ kind: "change", id, body });
      return options.node(id);
    },
    async remove(id) {
      options.remove(id);
      note({ kind: "remove", id });
      return { message: "ok" };
    },
    async putFile(id, file) {
      options.put(id, { mediaName: file.name, mediaPath: null });
      note({ kind: "putFile", id, file });
      return options.node(id);
    },
    async removeFile(id) {
      options.put(id, { mediaName: null, mediaPath: null });
      note({ kind: "removeFile", id });
      return options.node(id);
    },
  };
}

/** Repeats one step on the server; returns the server's id of an added option. */
async function repeat(
  real: OptionCalls,
  step: Step,
  idOf: (id: number) => number,
): Promise<number | undefined> {
  if (step.kind === "add") {
    const parentId = (step.body.parentId as number | null | undefined) ?? null;
    return (await real.add({ ...step.body, parentId: parentId === null ? null : idOf(parentId) })).id;
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
  return undefined;
}
