import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { participantTexts } from "./locales/index.ts";
import { MentionChoices } from "./mention-choices.tsx";
import { mentionables, mentionsIn, newcomers } from "./note-mentions.ts";

interface MentionPickerProps {
  readonly ticket: TicketAnswer;
  readonly composer: Composer;
}

/** The text box of the composer around the picker `place`; null outside of one. */
const areaBeside = (place: HTMLElement | null): HTMLTextAreaElement | null =>
  place?.closest(".composer")?.querySelector("textarea") ?? null;

/** The texts are loaded together with the code: a part that waits for its texts would hide the whole page. */
export async function loadMentionPicker() {
  await preloadTexts(participantTexts);
  return MentionPicker;
}

/**
 * People and queues to mention after an `@` in a note, above the text box, and a line that names the
 * people who become participants by it (docs/rules/participants.md#mentions).
 */
function MentionPicker({ ticket, composer }: MentionPickerProps) {
  useSignals();
  const t = useText(participantTexts);
  const place = useRef<HTMLDivElement>(null);
  const text = composer.text.value;
  const outside = newcomers(mentionsIn(text, mentionables()), ticket, currentUser.value);
  return (
    <div ref={place}>
      <MentionChoices
        text={text}
        onChange={(next) => composer.setText(next)}
        box={() => areaBeside(place.current)}
      />
      <p className="composer-hint" role="status" hidden={outside.names.length === 0}>
        {outside.names.length > 0
          ? t(outside.mayInvite ? "mention.joins" : "mention.refused", {
              count: outside.names.length,
              names: namesOf(outside.names, t("mention.others", { count: outside.names.length - 3 })),
            })
          : null}
      </p>
    </div>
  );
}

const namesOf = (names: readonly string[], others: string): string =>
  names.length > 4 ? `${names.slice(0, 3).join(", ")} ${others}` : names.join(", ");
