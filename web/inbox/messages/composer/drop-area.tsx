import Upload from "lucide-react/icons/upload";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import type { Composer } from "./composer-model.ts";
import { tellRefused } from "./refused.ts";
import "./drop-area.css";

export interface DropAreaProps {
  readonly composer: Composer;
  /** Whether files can be attached now. */
  readonly isActive: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** The conversation as a drop target for files. */
export function DropArea({ composer, isActive, className, children }: DropAreaProps) {
  const t = useText(messages);
  const [isOver, setOver] = useState(false);
  // Entering a child element fires `dragleave` on its parent, so enters and leaves are counted.
  const depth = useRef(0);
  const move = (by: number) => (event: DragEvent) => {
    if (!isActive || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the attach button does the same for the keyboard
    <div
      className={classNames("drop-area", className)}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => {
        if (isActive) event.preventDefault();
      }}
      onDrop={(event) => {
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (!isActive || files.length === 0) return;
        event.preventDefault();
        tellRefused(composer.attach(files), t);
      }}
    >
      {children}
      {isOver ? (
        <div className="drop-veil">
          <Upload aria-hidden="true" />
          {t("composer.dropHere")}
        </div>
      ) : null}
    </div>
  );
}
