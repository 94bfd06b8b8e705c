import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import "./file-slot.css";

/** What a form does with the file of its row once it is saved. */
export type FileChange =
  | { readonly kind: "keep" }
  | { readonly kind: "remove" }
  | { readonly kind: "put"; readonly name: string; readonly file: File };
export const KEEP_FILE: FileChange = { kind: "keep" };

export interface FileSlotProps {
  readonly label: string;
  /** The file the row has now; nulls without one. */
  readonly mediaName: string | null;
  readonly mediaPath: string | null;
  readonly value: FileChange;
  readonly onChange: (change: FileChange) => void;
  readonly words: {
    readonly attach: string;
    readonly replace: string;
    readonly remove: (name: string) => string;
    readonly open: (name: string) => string;
  };
  readonly isDisabled?: boolean;
  /** Endings the file dialog offers (`.png,.jpg`); all when left out. */
  readonly accept?: string;
}

/** One file on a row: attach, replace, take away; it is sent when the form is. */
export function FileSlot({
  label,
  mediaName,
  mediaPath,
  value,
  onChange,
  words,
  isDisabled,
  accept,
}: FileSlotProps) {
  const input = useRef<HTMLInputElement>(null);
  const name = value.kind === "put" ? value.name : value.kind === "keep" ? mediaName : null;
  const address = value.kind === "keep" ? mediaPath : null;
  return (
    <fieldset className="file-slot field" disabled={isDisabled}>
      <legend className="field-label">{label}</legend>
      <div className="file-slot-row">
        {name === null ? null : (
          <span className="file-slot-name">
            <Paperclip aria-hidden="true" />
            {address ? (
              <a
                href={address}
                target="_blank"
                rel="noreferrer"
                className="ellipsis"
                aria-label={words.open(name)}
              >
                {name}
              </a>
            ) : (
              <span className="ellipsis">{name}</span>
            )}
            <IconButton
              size="s"
              label={words.remove(name)}
              onPress={() => onChange(mediaName === null ? KEEP_FILE : { kind: "remove" })}
            >
              <X />
            </IconButton>
          </span>
        )}
        <Button
          size="s"
          icon={name === null ? <Paperclip aria-hidden="true" /> : undefined}
          onPress={() => input.current?.click()}
        >
          {name === null ? words.attach : words.replace}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          aria-label={label}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file may be chosen again.
            target.value = "";
            if (file) onChange({ kind: "put", name: file.name, file });
          }}
        />
      </div>
    </fieldset>
  );
}
