import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import { chosenOf } from "#channels/templates/contract.ts";
import type { Slot } from "#outreach/campaigns/contract.ts";
import { useTemplates } from "#web/channels/templates/use-templates.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type Campaign, campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { Form, focusFirstError } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import {
  createCampaignForm,
  lockOf,
  STEPS,
  type Step,
  slotOfProblems,
  stepOfProblems,
} from "./campaign-form.ts";
import { DialogButtons } from "./dialog-buttons.tsx";
import { senderOf, useOffers, useReach } from "./offers.ts";
import { CampaignPreview } from "./phone-preview.tsx";
import { AudienceStep } from "./step-audience.tsx";
import { MessagesStep } from "./step-messages.tsx";
import { SendingStep } from "./step-sending.tsx";
import { TemplatesStep } from "./step-templates.tsx";
import { Summary } from "./summary.tsx";

interface Props {
  /** Null creates a campaign; an existing one is updated by events while the dialog is open. */
  readonly campaign: Campaign | null;
  /** The contact list that a new campaign begins with. */
  readonly contactListId?: number;
  /** Called when the campaign was saved or its state changed. */
  readonly onChanged: (campaign: Campaign) => void;
  readonly onClose: () => void;
}

/** The form of the dialog, and the progress of its upload (0 to 1; null without one). */
function useCampaignForm({ campaign, contactListId, onChanged, onClose }: Props) {
  const t = useText(campaignTexts);
  const [progress, setProgress] = useState<number | null>(null);
  const handlers = useRef({ onChanged, onClose });
  handlers.current = { onChanged, onClose };
  const editable = campaign?.editable ?? true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the campaign must not reset the form
  const form = useMemo(
    () =>
      createCampaignForm({
        campaign,
        ...(contactListId === undefined ? {} : { contactListId }),
        calls: campaignCalls,
        isOfficial: (id) => senderOf(id)?.provider === "cloud",
        onProgress: setProgress,
        onFailure: toast.failure,
        onFileFailed: (error, saved) => {
          setProgress(null);
          handlers.current.onChanged(saved);
          toast.failure(error);
          toast.error(t("form.fileFailed"));
        },
        onSaved: (saved) => {
          toast.success(t("done.saved"));
          handlers.current.onChanged(saved);
          handlers.current.onClose();
        },
      }),
    [campaign?.id, editable],
  );
  return { form, progress };
}

interface Place {
  readonly step: Step;
  readonly slot: Slot;
  readonly setStep: (step: Step) => void;
  readonly setSlot: (slot: Slot) => void;
}

/**
 * After a refused save, opens the step and variant with the first problem and focuses its field; returns the ref of
 * the form's element. The component subscribes to the signals.
 */
function useFirstProblem(
  form: ReturnType<typeof createCampaignForm>,
  { step, slot, setStep, setSlot }: Place,
) {
  const box = useRef<HTMLDivElement>(null);
  const refusals = form.refusals.value;
  useEffect(() => {
    if (refusals === 0) return;
    const problems = form.problems.peek();
    const [troubled, written] = [stepOfProblems(problems), slotOfProblems(problems)];
    if (troubled) setStep(troubled);
    if (written) setSlot(written);
  }, [refusals, form, setStep, setSlot]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field exists once its step is rendered
  useEffect(() => {
    if (refusals > 0) focusFirstError(box.current);
  }, [refusals, step, slot]);
  return box;
}

/**
 * Edits a campaign in three steps beside a preview; a running one is read-only (docs/rules/screens.md#campaigns).
 */
export function CampaignDialog(props: Props) {
  const { campaign, onChanged, onClose } = props;
  useSignals();
  const t = useText(campaignTexts);
  const [step, setStep] = useState<Step>("audience");
  const [slot, setSlot] = useState<Slot>(1);
  const offers = useOffers();
  const { form, progress } = useCampaignForm(props);
  const { close, guard } = useUnsavedGuard(form, onClose);
  const box = useFirstProblem(form, { step, slot, setStep, setSlot });
  const sender = senderOf(form.value("whatsappId"));
  const official = sender?.provider === "cloud" ? sender.id : null;
  const templates = useTemplates(official);
  const reach = useReach(form.value("contactListId"), form.value("tagListId"), sender?.id ?? 0);
  const lock = lockOf(campaign);
  const isReadOnly = lock !== null;
  const title = t(isReadOnly ? "form.readonlyTitle" : campaign ? "form.updateTitle" : "form.newTitle");
  const shared = { form, campaign, offers, isReadOnly };
  const choice = official === null ? null : form.value(`template${slot}`);
  const template = chosenOf(templates ?? [], choice);
  return (
    <>
      <Dialog title={title} onClose={close} size="l" className="campaign-dialog">
        <div ref={box}>
          <Form form={form} label={title} className="campaign-form">
            {lock ? <Callout tone="info">{t(`form.${lock}`)}</Callout> : null}
            {campaign?.status === "CANCELADA" ? (
              <Callout tone="waiting">{t("form.cancelled")}</Callout>
            ) : null}
            <div className="campaign-columns">
              <Tabs
                variant="line"
                className="campaign-steps"
                label={title}
                selected={step}
                onSelect={(id) => setStep(STEPS.find((known) => known === id) ?? "audience")}
                items={STEPS.map((id, index) => ({
                  id,
                  label: `${index + 1}. ${t(`form.${id}`)}`,
                  panel: (
                    <div className="form campaign-fields">
                      {id === "audience" ? <AudienceStep {...shared} /> : null}
                      {id === "messages" ? (
                        official === null ? (
                          <MessagesStep {...shared} slot={slot} onSlot={setSlot} />
                        ) : (
                          <TemplatesStep {...shared} templates={templates} slot={slot} onSlot={setSlot} />
                        )
                      ) : null}
                      {id === "sending" ? <SendingStep {...shared} /> : null}
                    </div>
                  ),
                }))}
              />
              <aside className="campaign-aside">
                <CampaignPreview
                  form={form}
                  campaign={campaign}
                  offers={offers}
                  slot={slot}
                  {...(official === null ? {} : { official: { template: template ?? null, choice } })}
                />
                {reach !== null && reach.left !== null && reach.count > reach.left ? (
                  <Callout tone="waiting">
                    {t("summary.overLimit", { recipients: reach.count, left: reach.left })}
                  </Callout>
                ) : null}
                <Summary
                  form={form}
                  offers={offers}
                  reach={reach?.count ?? null}
                  cold={reach?.cold ?? null}
                />
              </aside>
            </div>
            {progress !== null && form.sending.value ? (
              <ProgressBar label={t("field.uploading")} value={progress} />
            ) : null}
            <DialogButtons
              form={form}
              campaign={campaign}
              isReadOnly={isReadOnly}
              step={step}
              onStep={setStep}
              onChanged={onChanged}
              onClose={close}
            />
          </Form>
        </div>
      </Dialog>
      {guard}
    </>
  );
}
