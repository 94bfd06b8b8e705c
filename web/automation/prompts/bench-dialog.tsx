import { useSignalEffect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { useMemo, useRef, useState } from "react";
import type { BenchAnswer, PromptAnswer } from "#automation/prompts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Bench, type BenchLine } from "./bench-model.ts";
import { promptTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { promptCalls } from "./prompts-api.ts";

interface Props {
  readonly prompt: PromptAnswer;
  readonly onClose: () => void;
}

/** The bench: a conversation with a prompt in the role of a customer; nothing is sent. */
export function BenchDialog({ prompt, onClose }: Props) {
  useSignals();
  const t = useText(promptTexts);
  const bench = useMemo(() => new Bench((body) => promptCalls.bench(prompt.id, body)), [prompt.id]);
  const box = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (bench.lines.value.length > 0 || bench.failure.value || bench.busy.value)
      requestAnimationFrame(() => box.current?.scrollTo({ top: box.current.scrollHeight }));
  });
  const lines = bench.lines.value;
  const failure = bench.failure.value;
  const system = lines.findLast((line) => line.role === "assistant")?.answer.system;
  return (
    <Dialog title={t("bench.title", { name: prompt.name })} size="m" onClose={onClose}>
      <div className="bench">
        <div className="bench-intro">
          <p className="field-help">{t("bench.intro")}</p>
          <IconButton label={t("bench.restart")} onPress={() => bench.restart()}>
            <RotateCcw />
          </IconButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div ref={box} className="bench-talk" role="log" aria-label={t("bench.log")} tabIndex={0}>
          {lines.length === 0 ? <p className="bench-empty">{t("bench.empty")}</p> : null}
          {lines.map((line) => (
            <BenchBubble key={line.id} line={line} t={t} />
          ))}
          {bench.busy.value ? <div className="bench-busy" aria-hidden="true" /> : null}
          {failure ? (
            <div className="bench-failed" role="alert">
              {t("bench.failed", { reason: errorText(failure) })}
              <Button size="s" onPress={() => void bench.retry()}>
                {t("bench.retry")}
              </Button>
            </div>
          ) : null}
        </div>
        <Writing isOff={bench.busy.value} onSend={(text) => void bench.send(text)} />
        {system ? (
          <details className="bench-system">
            <summary>{t("bench.system")}</summary>
            <pre>{system}</pre>
          </details>
        ) : null}
      </div>
    </Dialog>
  );
}

function BenchBubble({ line, t }: { readonly line: BenchLine; readonly t: Translate<typeof pt> }) {
  if (line.role === "user") return <div className="bench-bubble bench-customer">{line.text}</div>;
  const { answer } = line;
  return (
    <div className="bench-answer">
      {line.text === "" ? null : <div className="bench-bubble bench-ai">{line.text}</div>}
      {actionsOf(answer, t).map((words) => (
        <span key={words} className="bench-action">
          {words}
        </span>
      ))}
      <small className="bench-tokens">
        {t("bench.tokens", { in: answer.tokensIn, out: answer.tokensOut, ms: answer.ms })}
      </small>
    </div>
  );
}

const ACTION_WORDS = {
  transfer_to_person: "bench.actionPerson",
  transfer_to_queue: "bench.actionQueue",
  close_ticket: "bench.actionClose",
  add_tag: "bench.actionTag",
} as const;

/** The actions that the prompt would take besides its answer. */
function actionsOf({ actions, ignored, handsOver }: BenchAnswer, t: Translate<typeof pt>): readonly string[] {
  const words = actions.map(({ name, target }) => t(ACTION_WORDS[name], { target: target ?? "" }));
  return [
    ...words,
    ...ignored.map((call) => t("bench.ignored", { call })),
    ...(handsOver === "empty_answer" ? [t("bench.empty_answer")] : []),
  ];
}

function Writing({ isOff, onSend }: { readonly isOff: boolean; readonly onSend: (text: string) => void }) {
  const t = useText(promptTexts);
  const [typed, setTyped] = useState("");
  return (
    <form
      className="bench-writing"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === "" || isOff) return;
        onSend(typed);
        setTyped("");
      }}
    >
      <input
        aria-label={t("bench.type")}
        placeholder={t("bench.type")}
        value={typed}
        maxLength={1000}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened for typing
        autoFocus
        onChange={({ target }) => setTyped(target.value)}
      />
      <IconButton type="submit" variant="primary" label={t("bench.send")} isDisabled={isOff}>
        <SendHorizontal />
      </IconButton>
    </form>
  );
}
