import { useSignalEffect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { useEffect, useMemo, useRef, useState } from "react";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { api } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { type End, Rehearsal, type RehearsalOptions } from "./rehearsal-model.ts";
import "#web/ui/styles/phone.css";

interface Props {
  readonly queueId: number;
  readonly queueName: string;
  /** A changed number restarts the conversation. */
  readonly version: number;
  readonly nameOf: (end: End) => string;
  /** Options that are not saved yet; undefined = the stored ones. */
  readonly draft: NonNullable<RehearsalOptions["draft"]>;
}

/** A phone preview with the replies customers would get. */
export function PhonePreview({ queueId, queueName, version, nameOf, draft }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const hello = t("preview.hello");
  const talk = useMemo(
    () => new Rehearsal({ queueId, hello, draft, ask: (body) => api.post("/chatbot/rehearsal", body) }),
    [queueId, hello, draft],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed tree restarts the conversation
  useEffect(() => void talk.restart(), [talk, version]);
  const box = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (talk.lines.value.length > 0 || talk.end.value)
      requestAnimationFrame(() => box.current?.scrollTo({ top: box.current.scrollHeight }));
  });
  const end = talk.end.value;
  return (
    <section className="phone" aria-label={t("preview.title")}>
      <header className="phone-head">
        <span className="phone-face" aria-hidden="true">
          {queueName.slice(0, 1).toLocaleUpperCase()}
        </span>
        <strong className="ellipsis">{queueName}</strong>
        <IconButton label={t("preview.restart")} onPress={() => void talk.restart()}>
          <RotateCcw />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div ref={box} className="phone-talk" role="log" aria-label={t("preview.log")} tabIndex={0}>
        {talk.lines.value.map(({ id, from, text, mediaUrl }) => (
          <div key={id} className={`phone-bubble phone-${from}`}>
            <FormattedText text={text} />
            {mediaUrl ? (
              <a href={mediaUrl} target="_blank" rel="noreferrer" className="phone-file">
                <Paperclip aria-hidden="true" />
                {t("preview.file")}
              </a>
            ) : null}
          </div>
        ))}
        {talk.busy.value ? <div className="phone-busy" aria-hidden="true" /> : null}
        {end ? <p className="phone-end">{t(`preview.end_${end.kind}`, { name: nameOf(end) })}</p> : null}
        {talk.failed.value ? (
          <div className="phone-end" role="alert">
            {t("preview.failed")}
            <Button size="s" onPress={() => void talk.restart()}>
              {t("preview.restart")}
            </Button>
          </div>
        ) : null}
      </div>
      <Answer isOff={end !== null || talk.failed.value} onSend={(text) => void talk.send(text)} />
    </section>
  );
}

function Answer({ isOff, onSend }: { readonly isOff: boolean; readonly onSend: (text: string) => void }) {
  const t = useText(queueTexts);
  const [typed, setTyped] = useState("");
  return (
    <form
      className="phone-answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === "") return;
        onSend(typed);
        setTyped("");
      }}
    >
      <input
        aria-label={t("preview.type")}
        placeholder={t("preview.type")}
        disabled={isOff}
        value={typed}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <IconButton type="submit" size="s" variant="primary" label={t("preview.send")} isDisabled={isOff}>
        <SendHorizontal />
      </IconButton>
    </form>
  );
}
