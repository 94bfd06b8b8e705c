import { useSignals } from "@preact/signals-react/runtime";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import type { FollowUpAnswer } from "#inbox/follow-ups/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { fetchFollowUps, startFollowUp, stopFollowUp } from "#web/inbox/follow-ups/follow-ups-api.ts";
import { followUpTexts } from "#web/inbox/follow-ups/locales/index.ts";
import { waitText } from "#web/inbox/follow-ups/wait-text.ts";
import { advanceFrom } from "#web/inbox/tickets/actions/advance.ts";
import { showChanged, withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { followed } from "#web/inbox/tickets/actions/follow-up.tsx";
import { endSnooze } from "#web/inbox/tickets/snooze/snooze-api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import "./follow-up-ticket.css";

/** The picker with its texts; loaded when it is first opened. */
export async function loadFollowUpPicker() {
  await preloadTexts(followUpTexts);
  return FollowUpPicker;
}

/** Errors whose general text does not fit, or is not specific enough. */
const REFUSALS = {
  ERR_WINDOW_CLOSED: "pick.window",
  ERR_CONTACT_OPTED_OUT: "pick.optedOut",
  ERR_CONTACT_BLOCKED: "pick.blocked",
  ERR_TICKET_CHANGED: "pick.customerLast",
} as const;
const isKnown = (code: string): code is keyof typeof REFUSALS => code in REFUSALS;

/**
 * Which follow-up is started in a ticket (docs/rules/follow-ups.md#start). One press starts it; the toast can undo it.
 */
function FollowUpPicker({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(followUpTexts);
  const [isSnoozing, setSnoozing] = useState(true);
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    followed.value = null;
  };
  const obstacle = obstacleOf(ticket);
  const start = async (chosen: FollowUpAnswer) => {
    setWorking(true);
    setProblem(null);
    try {
      await begin(ticket, chosen, isSnoozing);
      close();
    } catch (error) {
      if (error instanceof ApiError && isKnown(error.code)) setProblem(t(REFUSALS[error.code]));
      else toast.failure(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog title={t("pick.title")} size="s" onClose={close}>
      <p className="follow-up-lead">{t("pick.lead")}</p>
      <p className="follow-up-problem" role="alert">
        {problem ?? (obstacle ? t(obstacle) : null)}
      </p>
      <Choices isDisabled={isWorking || obstacle !== null} onChoose={(chosen) => void start(chosen)} />
      <div className="follow-up-snooze">
        <Checkbox label={t("pick.snooze")} value={isSnoozing} onChange={setSnoozing} />
        <small>{t("pick.snoozeHelp")}</small>
      </div>
      <Link className="follow-up-manage" href="/quick-messages?tab=follow-ups" onClick={close}>
        {t("pick.manage")}
      </Link>
    </Dialog>
  );
}

interface ChoicesProps {
  readonly isDisabled: boolean;
  readonly onChoose: (followUp: FollowUpAnswer) => void;
}

function Choices({ isDisabled, onChoose }: ChoicesProps) {
  const t = useText(followUpTexts);
  const [list, setList] = useState<readonly FollowUpAnswer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback((signal?: AbortSignal) => {
    setFailure(null);
    fetchFollowUps(signal).then(setList, (error: unknown) => {
      if (!signal?.aborted) setFailure(error);
    });
  }, []);
  useEffect(() => {
    const request = new AbortController();
    load(request.signal);
    return () => request.abort();
  }, [load]);
  if (failure) return <ErrorState error={failure} title={t("pick.loadFailed")} onRetry={() => load()} />;
  if (list === null) return <Skeleton shape="block" height="96px" />;
  if (list.length === 0)
    return <EmptyState picture={<RotateCcw />} title={t("pick.empty")} text={t("pick.emptyText")} />;
  return (
    <ul className="follow-up-choices" aria-label={t("pick.list")}>
      {list.map((followUp) => (
        <li key={followUp.id}>
          <button type="button" disabled={isDisabled} onClick={() => onChoose(followUp)}>
            <span className="ellipsis">{followUp.name}</span>
            <small>
              {t("pick.steps", {
                count: followUp.steps.length,
                wait: waitText(t, followUp.steps[0]?.waitMinutes ?? 0),
              })}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Why no follow-up can be started in this ticket; the server checks the same. */
function obstacleOf(ticket: TicketAnswer): "pick.running" | "pick.neverWrote" | "pick.customerLast" | null {
  if (ticket.followUp) return "pick.running";
  if (ticket.lastCustomerMessageAt === null) return "pick.neverWrote";
  return ticket.lastMessageFromMe ? null : "pick.customerLast";
}

async function begin(ticket: TicketAnswer, { id, name }: FollowUpAnswer, isSnoozing: boolean): Promise<void> {
  showChanged(await startFollowUp(ticket.id, id, isSnoozing));
  toast.info(text(followUpTexts, "pick.done", { name }), {
    label: text(common, "action.undo"),
    run: () =>
      void withErrorToast(async () => {
        const stopped = await stopFollowUp(ticket.id);
        showChanged(isSnoozing ? await endSnooze(ticket.id) : stopped);
      }),
  });
  if (isSnoozing) advanceFrom(ticket);
}
