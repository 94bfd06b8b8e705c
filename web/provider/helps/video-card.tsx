import Play from "lucide-react/icons/play";
import { useState } from "react";
import type { HelpAnswer } from "#provider/helps/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { playerAddress } from "./help-model.ts";
import { helpsTexts } from "./locales/index.ts";

/** A video card; no request to the video service is sent before the user agrees. */
export function VideoCard({ help }: { readonly help: HelpAnswer }) {
  const [step, setStep] = useState<"closed" | "asking" | "playing">("closed");
  return (
    <li className="panel help-card">
      <div className="help-screen">
        {step === "closed" ? <Cover title={help.title} onPress={() => setStep("asking")} /> : null}
        {step === "asking" ? (
          <Consent onAgree={() => setStep("playing")} onCancel={() => setStep("closed")} />
        ) : null}
        {step === "playing" ? <Player help={help} /> : null}
      </div>
      <div className="help-words">
        <h2>{help.title}</h2>
        {help.description ? <p>{help.description}</p> : null}
      </div>
    </li>
  );
}

/** A local picture: a thumbnail of the video service would reveal the viewer's address to it. */
function Cover({ title, onPress }: { readonly title: string; readonly onPress: () => void }) {
  const t = useText(helpsTexts);
  return (
    <button type="button" className="help-cover" aria-label={t("video.watch", { title })} onClick={onPress}>
      <span className="help-play">
        <Play aria-hidden="true" />
      </span>
    </button>
  );
}

interface ConsentProps {
  readonly onAgree: () => void;
  readonly onCancel: () => void;
}

function Consent({ onAgree, onCancel }: ConsentProps) {
  const t = useText(helpsTexts);
  return (
    <div className="help-consent">
      <p>{t("video.consent")}</p>
      <div>
        <Button size="s" onPress={onCancel}>
          {t("video.cancel")}
        </Button>
        <Button size="s" variant="primary" onPress={onAgree} autoFocus>
          {t("video.play")}
        </Button>
      </div>
    </div>
  );
}

function Player({ help }: { readonly help: HelpAnswer }) {
  const address = playerAddress(help.video);
  if (address === null) return null;
  return (
    <iframe
      title={help.title}
      src={address}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
