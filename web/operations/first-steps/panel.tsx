import { useSignals } from "@preact/signals-react/runtime";
import Check from "lucide-react/icons/check";
import PartyPopper from "lucide-react/icons/party-popper";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import type { Step } from "#operations/first-steps/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { firstStepsTexts } from "./locales/index.ts";
import { FirstStepsModel } from "./model.ts";
import "./first-steps.css";

/** The page of each step. */
const PLACES: Readonly<Record<Step, string>> = {
  connect: "/connections",
  queue: "/queues",
  invite: "/users",
  answer: "/tickets?view=waiting",
};

export async function loadPanel(): Promise<typeof FirstStepsPanel> {
  await preloadTexts(firstStepsTexts);
  return FirstStepsPanel;
}

/** Panel with the first steps of a new company; each step is completed automatically by the action it asks for. */
function FirstStepsPanel() {
  useSignals();
  const t = useText(firstStepsTexts);
  const model = useMemo(() => new FirstStepsModel(api), []);
  useEffect(() => {
    void model.load();
    return model.listen(socket);
  }, [model]);
  const answer = model.answer.value;
  if (model.celebrates.value) return <Celebration onEnd={() => model.endCelebration()} />;
  if (answer?.state !== "shown") return null;
  const { steps } = answer;
  const progress = t("panel.progress", { done: model.doneCount.value, total: steps.length });
  const hide = () => model.hide(true).then(() => toast.info(t("panel.hidden")), toast.failure);
  return (
    <section className="panel first-steps" aria-labelledby="first-steps-title">
      <header className="first-steps-head">
        <h2 id="first-steps-title">{t("panel.title")}</h2>
        <span className="first-steps-count">{progress}</span>
        <Button size="s" variant="ghost" onPress={() => void hide()}>
          {t("panel.hide")}
        </Button>
      </header>
      <ProgressBar label={progress} value={model.doneCount.value / steps.length} />
      <ol className="first-steps-list">
        {steps.map(({ id, done }, at) => (
          <li key={id} className={classNames("first-step", done && "first-step-done")}>
            <span className="first-step-mark" aria-hidden="true">
              {done ? <Check /> : at + 1}
            </span>
            <div className="first-step-words">
              <b>
                {t(`${id}.title`)}
                {done ? <span className="visually-hidden"> ({t("panel.done")})</span> : null}
              </b>
              {done ? null : <p>{t(`${id}.text`)}</p>}
            </div>
            {done ? null : (
              <Link
                href={PLACES[id]}
                className={`button button-m button-${model.next.value === id ? "primary" : "secondary"}`}
              >
                {t(`${id}.action`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Confetti; the style sheet defines its movement. */
const SNIPPETS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] as const;

/** Shown once, when the last step is completed; not animated if the system asks for reduced motion. */
function Celebration({ onEnd }: { readonly onEnd: () => void }) {
  const t = useText(firstStepsTexts);
  return (
    <section className="panel first-steps first-steps-party" role="status">
      <div className="first-steps-snippets" aria-hidden="true">
        {SNIPPETS.map((snippet) => (
          <i key={snippet} />
        ))}
      </div>
      <PartyPopper aria-hidden="true" />
      <h2>{t("party.title")}</h2>
      <p>{t("party.text")}</p>
      <Button variant="primary" onPress={onEnd}>
        {t("party.end")}
      </Button>
    </section>
  );
}
