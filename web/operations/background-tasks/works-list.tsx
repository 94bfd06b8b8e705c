import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { Work } from "#operations/background-tasks/contract.ts";
import { formatMegabytes, formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { workTexts } from "./locales/index.ts";
import { pathOf, works } from "./works-model.ts";
import "./works.css";

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Counts and remaining time in one line: `120 de 800 · cerca de 3 min`. */
function useFigures({ kind, done, total, secondsLeft, isPaused }: Work): string {
  const t = useText(workTexts);
  const isBytes = kind === "export" || kind === "company-import";
  const count = isBytes ? formatMegabytes : formatNumber;
  const unit = isBytes ? " MB" : "";
  const parts = [
    total > 0 ? t("works.count", { done: count(done), total: `${count(total)}${unit}` }) : t("works.begins"),
    isPaused ? t("works.paused") : null,
    secondsLeft === null ? null : timeWords(secondsLeft),
  ];
  return parts.filter(Boolean).join(" · ");

  function timeWords(seconds: number): string {
    if (seconds < MINUTE_S) return t("works.soon");
    if (seconds < HOUR_S) return t("works.minutes", { count: Math.round(seconds / MINUTE_S) });
    return t("works.hours", { count: Math.round(seconds / HOUR_S) });
  }
}

/** Background tasks with their progress; `onChosen` closes the surrounding popover. */
export function WorksList({ onChosen }: { readonly onChosen: () => void }) {
  useSignals();
  const t = useText(workTexts);
  useEffect(() => works.watch(), []);
  const list = works.list.value;
  if (list.length === 0) return null;
  return (
    <ul className="works" aria-label={t("works.title")}>
      {list.map((work) => (
        <li key={`${work.kind}${work.id}`} className="work">
          <WorkRow work={work} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  );
}

function WorkRow({ work, onChosen }: { readonly work: Work; readonly onChosen: () => void }) {
  const t = useText(workTexts);
  const figures = useFigures(work);
  const [isStopping, setStopping] = useState(false);
  const name = t(`works.${work.kind}`, { name: work.name });
  const stop = async () => {
    setStopping(true);
    await works.cancel(work).catch(toast.failure);
    setStopping(false);
  };
  return (
    <>
      <div className="work-words">
        <Link className="work-name ellipsis" href={pathOf(work)} onClick={onChosen}>
          {name}
        </Link>
        <ProgressBar label={name} value={work.total > 0 ? Math.min(work.done / work.total, 1) : null} />
        <span className="work-figures">{figures}</span>
      </div>
      {work.canCancel ? (
        <IconButton
          label={t("works.stop", { name })}
          isDisabled={isStopping}
          size="s"
          onPress={() => void stop()}
        >
          <X />
        </IconButton>
      ) : null}
    </>
  );
}
