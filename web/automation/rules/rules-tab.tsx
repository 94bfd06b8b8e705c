import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import Workflow from "lucide-react/icons/workflow";
import { useEffect, useState } from "react";
import type { RuleAnswer } from "#automation/rules/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { moveItem } from "#web/lib/lists/move-item.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyList } from "#web/ui/definitions/definitions.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { limitText } from "./limit-text.ts";
import { loadDryRun, loadRuleDialog, loadRunLog } from "./load.ts";
import { ruleTexts } from "./locales/index.ts";
import { isWeighty } from "./rule-actions.ts";
import { draftOfRule, inputOf, type RuleDraft } from "./rule-form.ts";
import { RuleRow } from "./rule-row.tsx";
import { ruleCalls, ruleList } from "./rules-api.ts";
import { draftOf, TEMPLATES } from "./templates.ts";
import "./rules.css";

const RuleDialog = lazyLayer(loadRuleDialog);
const RunLog = lazyLayer(loadRunLog);
const DryRun = lazyLayer(loadDryRun);

type Open =
  | { readonly kind: "save"; readonly rule: RuleAnswer | null; readonly template: Partial<RuleDraft> }
  | { readonly kind: "log" | "remove" | "turnOn"; readonly rule: RuleAnswer };

/** The parts of a rule that a dry run covers: a change of them requires another dry run. */
const tested = new Map<number, string>();
const essenceOf = (rule: RuleAnswer): string => JSON.stringify(draftOfRule(rule));

/** The tab Regras of the page Automação (docs/rules/rules.md). */
export function RulesTab() {
  useSignals();
  const t = useText(ruleTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  useEffect(() => void ruleList.need(), []);
  const rules = ruleList.all.value;
  const isEditable = !useNarrow();
  const close = () => setOpen(null);
  const add = (template: Partial<RuleDraft> = {}) => setOpen({ kind: "save", rule: null, template });
  const button = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => add()}>
      {t("list.add")}
    </Button>
  );
  const turn = async (rule: RuleAnswer, active: boolean) => {
    if (active && isWeighty(rule.actions) && tested.get(rule.id) !== essenceOf(rule)) {
      setOpen({ kind: "turnOn", rule });
      return;
    }
    try {
      ruleList.put(await ruleCalls.update(rule.id, { active }));
      toast.success(t(active ? "list.turnedOn" : "list.turnedOff"));
    } catch (error) {
      if (!limitText(error, t)) toast.failure(error);
    }
  };
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (!rule || to < 0 || to >= rules.length || from === to) return;
    void moveRule(rules, from, to);
    toast.success(t("list.moved", { name: rule.name, at: to + 1, count: rules.length }));
  };
  return (
    <>
      {rules.length === 0 ? (
        <EmptyList list={ruleList}>
          <EmptyState
            picture={<Workflow />}
            title={t("list.emptyTitle")}
            text={t("list.emptyText")}
            action={isEditable ? button : undefined}
          />
          {isEditable ? <Templates onChoose={(template) => add(draftOf(template, t))} /> : null}
        </EmptyList>
      ) : (
        <>
          <div className="rules-head">
            <p>
              {t("list.intro")} {isEditable ? t("list.order") : ""}
            </p>
            {isEditable ? button : null}
          </div>
          <ol className="panel rules-list">
            {rules.map((rule, at) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                at={at}
                count={rules.length}
                isEditable={isEditable}
                isDropTarget={target === at && dragged !== null && dragged !== at}
                onSwitch={(on) => void turn(rule, on)}
                onMove={(by) => move(at, at + by)}
                onDrag={() => setDragged(at)}
                onDragOver={() => setTarget(at)}
                onDrop={() => {
                  if (dragged !== null) move(dragged, at);
                  setDragged(null);
                  setTarget(null);
                }}
                onEdit={() => setOpen({ kind: "save", rule, template: {} })}
                onLog={() => setOpen({ kind: "log", rule })}
                onRemove={() => setOpen({ kind: "remove", rule })}
              />
            ))}
          </ol>
        </>
      )}
      {open?.kind === "save" ? (
        <RuleDialog
          rule={open.rule}
          template={open.template}
          onTested={(rule) => tested.set(rule.id, essenceOf(rule))}
          onClose={close}
        />
      ) : null}
      {open?.kind === "log" ? <RunLog rule={open.rule} onClose={close} /> : null}
      {open?.kind === "turnOn" ? (
        <DryRun
          rule={inputOf(draftOfRule(open.rule))}
          onTurnOn={() => {
            tested.set(open.rule.id, essenceOf(open.rule));
            close();
            void turn(open.rule, true);
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("remove.title", { name: open.rule.name })}
          deleted={t("remove.done")}
          onDelete={async () => {
            await ruleCalls.remove(open.rule.id);
            ruleList.remove(open.rule.id);
          }}
          onClose={close}
        >
          <p>{t("remove.text")}</p>
        </ConfirmDelete>
      ) : null}
    </>
  );
}

function Templates({ onChoose }: { readonly onChoose: (template: (typeof TEMPLATES)[number]) => void }) {
  const t = useText(ruleTexts);
  return (
    <section className="rule-templates" aria-label={t("template.title")}>
      {TEMPLATES.map((template) => (
        <button key={template} type="button" onClick={() => onChoose(template)}>
          <strong>{t(`template.${template}`)}</strong>
          <span>{t(`template.${template}Text`)}</span>
        </button>
      ))}
    </section>
  );
}

/** Moves a rule; the list shows the new order at once, and the stored one after a failure. */
async function moveRule(rules: readonly RuleAnswer[], from: number, to: number): Promise<void> {
  const order = moveItem(rules, from, to);
  order.forEach((rule, index) => {
    ruleList.put({ ...rule, position: index + 1 });
  });
  try {
    await ruleCalls.order(order.map(({ id }) => id));
  } catch (error) {
    toast.failure(error);
    ruleList.reload();
  }
}
