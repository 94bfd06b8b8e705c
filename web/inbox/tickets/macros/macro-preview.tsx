import { useSignals } from "@preact/signals-react/runtime";
import Copy from "lucide-react/icons/copy";
import Paperclip from "lucide-react/icons/paperclip";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import type { MacroAnswer, MacroPreview, PreviewLine } from "#automation/macros/contract.ts";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { actionWords } from "#web/inbox/tickets/ticket-actions/action-words.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { macroTexts } from "./locales/index.ts";
import { macroCalls } from "./macros-api.ts";
import { editableText, refusalOf, runMacro, skipPreview, skipsPreview } from "./run-macro.ts";
import "./macros.css";

interface Props {
  readonly ticket: TicketAnswer;
  readonly macro: MacroAnswer;
  readonly onClose: () => void;
}

/** Loads what the macro would do, and shows it; a macro without preview runs at once, unless a line has a problem. */
export function MacroPreviewDialog({ ticket, macro, onClose }: Props) {
  const [preview, setPreview] = useState<MacroPreview | null>(null);
  const isStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void begin({ ticket, macro, onClose }, setPreview);
  }, []);
  return preview ? <Preview ticket={ticket} macro={macro} preview={preview} onClose={onClose} /> : null;
}

async function begin({ ticket, macro, onClose }: Props, show: (preview: MacroPreview) => void) {
  try {
    const preview = await macroCalls.preview(macro.id, ticket.id);
    if (!skipsPreview(macro) || preview.lines.some(({ problem }) => problem)) {
      show(preview);
      return;
    }
    await runMacro(macro, ticket, { runId: crypto.randomUUID(), replyText: editableText(preview) });
  } catch (error) {
    fail(error);
  }
  onClose();
}

function fail(error: unknown): void {
  const refusal = refusalOf(error);
  if (refusal === undefined) toast.failure(error);
  else toast.error(refusal);
}

interface Values extends Readonly<Record<string, unknown>> {
  readonly replyText: string;
  readonly isSkipped: boolean;
}
const Schema = v.object({ replyText: v.pipe(v.string(), v.maxLength(4096)) });

/** What the customer will read and what else happens; Ctrl+Enter runs it. */
function Preview({ ticket, macro, preview, onClose }: Props & { readonly preview: MacroPreview }) {
  useSignals();
  const t = useText(macroTexts);
  const c = useText(common);
  const [lines, setLines] = useState(preview.lines);
  const written = editableText(preview);
  // The same id again runs nothing twice, also after an answer that was lost.
  const [runId] = useState(() => crypto.randomUUID());
  // biome-ignore lint/correctness/useExhaustiveDependencies: one form for each opening
  const form = useMemo(
    () =>
      new FormModel<Values>({
        initial: { replyText: written ?? "", isSkipped: false },
        schema: Schema,
        delayMs: 0,
        onFailure: (error) => {
          fail(error);
          if (refusalOf(error) !== undefined) void again();
        },
        submit: async ({ replyText, isSkipped }) => {
          await runMacro(macro, ticket, { runId, replyText: written === undefined ? undefined : replyText });
          if (isSkipped) skipPreview(macro);
          onClose();
        },
      }),
    [],
  );
  async function again(): Promise<void> {
    const now = await macroCalls.preview(macro.id, ticket.id).catch(() => null);
    if (now) setLines(now.lines);
  }
  const field = useField(form);
  const hasProblem = lines.some(({ problem }) => problem);
  return (
    <Dialog title={macro.name} onClose={onClose}>
      <Form form={form} label={macro.name} isPassing className="macro-preview">
        <ol className="macro-lines">
          {lines.map((line, at) => {
            const action = macro.actions[at];
            if (!action) return null;
            return (
              <Line
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places
                key={at}
                line={line}
                action={action}
                copied={line.isEditable ? form.value("replyText") : line.text}
              >
                {line.isEditable ? (
                  <TextArea
                    {...field("replyText")}
                    label={t("preview.text")}
                    hideLabel
                    rows={4}
                    maxLength={4096}
                    autoFocus
                  />
                ) : null}
              </Line>
            );
          })}
        </ol>
        <Checkbox label={t("preview.skip")} {...field("isSkipped")} />
        <div className="form-actions">
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button
            type="submit"
            variant="primary"
            isDisabled={hasProblem}
            isPending={form.sending.value}
            autoFocus={written === undefined}
          >
            {t("preview.run")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface LineProps {
  readonly line: PreviewLine;
  readonly action: TicketAction;
  readonly copied: string;
  /** The field of a reply that may be changed. */
  readonly children: ReactNode;
}

function Line({ line, action, copied, children }: LineProps) {
  useSignals();
  const t = useText(macroTexts);
  const words = useText(actionTexts);
  const hasText = action.action === "reply" || action.action === "note";
  return (
    <li className={line.problem ? "macro-line macro-refused" : "macro-line"}>
      <div className="macro-line-head">
        <span>{actionWords(words, action, line.text)}</span>
        {hasText && copied !== "" ? (
          <IconButton label={t("preview.copy")} size="s" onPress={() => copy(copied, t("preview.copied"))}>
            <Copy />
          </IconButton>
        ) : null}
      </div>
      {children ??
        (hasText && line.text !== "" ? (
          <p className="macro-text" dir="auto">
            {line.text}
          </p>
        ) : null)}
      {line.files.map((name) => (
        <span key={name} className="macro-file">
          <Paperclip aria-hidden="true" />
          <span className="ellipsis">{name}</span>
        </span>
      ))}
      {line.problem ? (
        <p className="macro-problem" role="alert">
          {errorOfCode(line.problem)}
        </p>
      ) : null}
    </li>
  );
}

function copy(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(done),
    (error: unknown) => toast.failure(error),
  );
}
