import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import type { OptionAction } from "#accounts/queues/options/contract.ts";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import { useFileWords } from "#web/accounts/queues/fields-texts.tsx";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { queues } from "#web/accounts/queues/queue-list.ts";
import type { OptionCalls } from "#web/accounts/queues/queues-api.ts";
import { useText } from "#web/i18n/use-text.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import type { IntegrationName } from "#web/lib/lists/integration-names.ts";
import type { PromptName } from "#web/lib/lists/prompt-names.ts";
import { FileInput } from "#web/ui/field/file-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createOptionForm, hasTarget, OFFERED, type OptionForm } from "./option-form-model.ts";
import type { Node } from "./tree-shape.ts";

interface Targets {
  readonly users: readonly ColleagueAnswer[];
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly prompts: readonly PromptName[];
  readonly integrations: readonly IntegrationName[];
}
interface Props {
  readonly node: Node;
  readonly targets: Targets;
  /** The draft, which offers the same calls as the server. */
  readonly calls: OptionCalls;
  readonly onSaved: () => void;
}

/** Texts and action of a node; a field is added to the draft when it loses focus. */
export function OptionPanel({ node, targets, calls, onSaved }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const words = useFileWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the node must not overwrite the input
  const { form, save } = useMemo(
    () => createOptionForm({ node, calls, onSaved, onFailure: toast.failure }),
    [node.id],
  );
  useFollow({ form, save }, node);
  const field = useField(form);
  const text = (name: "title" | "option" | "message" | "maxTries") => ({
    ...field(name),
    onBlur: () => {
      form.leave(name);
      void save();
    },
  });
  const digits = (name: "option" | "maxTries") => (typed: string) =>
    form.set(name, typed.replace(/\D/g, "").slice(0, 3));
  const isLeaf = node.children.length === 0;
  return (
    <section className="form option-panel" aria-label={node.title}>
      <div className="option-head">
        <TextField
          {...text("option")}
          label={t("node.option")}
          className="option-number"
          inputMode="numeric"
          onChange={digits("option")}
        />
        <TextField
          {...text("title")}
          label={t("node.title")}
          help={t("node.titleHelp")}
          maxLength={50}
          isRequired
        />
      </div>
      <VariableArea
        {...text("message")}
        hidePreview
        label={t("node.message")}
        help={t("node.messageHelp")}
        rows={2}
      />
      <FileInput
        label={t("node.file")}
        mediaName={node.mediaName}
        mediaPath={node.mediaPath}
        value={form.value("file")}
        onChange={(change) => {
          form.set("file", change);
          void save();
        }}
        words={words}
      />
      {isLeaf ? <ActionFields form={form} save={save} targets={targets} /> : null}
      {isLeaf ? null : (
        <>
          <div className="form-row">
            <TextField
              {...text("maxTries")}
              label={t("node.maxTries")}
              help={t("node.maxTriesHelp")}
              inputMode="numeric"
              onChange={digits("maxTries")}
            />
            <Select
              label={t("node.fallback")}
              options={[
                { id: 0, label: t("node.fallbackNone") },
                ...otherQueues(node).map(({ id, name }) => ({ id, label: name })),
              ]}
              value={form.value("fallbackQueueId")}
              onChange={(id) => {
                form.set("fallbackQueueId", id);
                void save();
              }}
            />
          </div>
          <Switch
            label={t("node.autoAdvance")}
            help={t("node.autoAdvanceHelp")}
            value={form.value("autoAdvance")}
            onChange={(on) => {
              form.set("autoAdvance", on);
              void save();
            }}
          />
        </>
      )}
    </section>
  );
}

const otherQueues = ({ queueId }: Node) => queues.list.items.value.filter(({ id }) => id !== queueId);

/** What follows the message of a leaf, and its target. */
function ActionFields({ form, save, targets }: OptionForm & { readonly targets: Targets }) {
  useSignals();
  const t = useText(queueTexts);
  const field = useField(form);
  const action = form.value("action");
  const known: readonly OptionAction[] = [
    ...OFFERED,
    ...(targets.integrations.length > 0 ? (["integration"] as const) : []),
    ...(targets.prompts.length > 0 ? (["prompt"] as const) : []),
  ];
  const offered = known.includes(action) ? known : [...known, action];
  const choices: Readonly<Record<string, readonly { readonly id: number; readonly name: string }[]>> = {
    queue: queues.list.items.value,
    user: targets.users,
    tag: targets.tags,
    prompt: targets.prompts,
    integration: targets.integrations,
  };
  return (
    <div className="form-row">
      <Select
        label={t("node.action")}
        help={t("node.actionHelp")}
        options={offered.map((id) => ({ id, label: t(`action.${id}`) }))}
        value={action}
        onChange={(next) => {
          form.set("action", next);
          form.set("target", 0);
          void save();
        }}
      />
      {hasTarget(action) && choices[action] ? (
        <Select
          label={t("node.target")}
          error={field("target").error}
          options={choices[action].map(({ id, name }) => ({ id, label: name }))}
          value={form.value("target") || null}
          onBlur={() => form.leave("target")}
          onChange={(id) => {
            form.set("target", id);
            void save();
          }}
        />
      ) : null}
    </div>
  );
}

/** Closing the panel discards unsaved fields. The panel follows a number changed by a move and a title edited in the tree. */
function useFollow({ form, save }: OptionForm, node: Node): void {
  useEffect(
    () => () => {
      void save();
    },
    [save],
  );
  useEffect(() => {
    if (!form.dirty.peek()) form.reset({ ...form.values.peek(), option: node.option, title: node.title });
  }, [form, node.option, node.title]);
}
