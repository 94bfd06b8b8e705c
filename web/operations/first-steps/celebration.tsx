import PartyPopper from "lucide-react/icons/party-popper";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { firstStepsTexts } from "./locales/index.ts";

/** Confetti; the style sheet defines its movement. */
const SNIPPETS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] as const;

/** Shown once, when the last step is completed; not animated if the system asks for reduced motion. */
export function Celebration({ onEnd }: { readonly onEnd: () => void }) {
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
