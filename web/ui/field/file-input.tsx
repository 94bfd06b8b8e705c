import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import "./file-input.css";

/** What saving the form does with the file of its row. */
export type FileChange =
  | { readonly kind: "keep" }
  | { readonly kind: "remove" }
  | { readonly kind: "put"; readonly name: string; readonly file: File };
export const KEEP_FILE: FileChange = { kind: "keep" };

export interface FileInputProps {
  readonly label: string;
  /** The current file of the row; fields are null without a file. */
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
  /** The file can be opened, but not changed. */
  readonly isReadOnly?: boolean;
  /** Returns why a file is rejected; null = accepted. */
  readonly refuse?: (file: File) => string | null;
  /** Shown below while there is no error. */
  readonly help?: string;
  /** File extensions offered by the file dialog (`.png,.jpg`); default: all. */
  readonly accept?: string;
}

/** One file of a row: attach, replace, remove; sent with the form. */
export function FileInput({
  label,
  mediaName,
  mediaPath,
  value,
  onChange,
  words,
  isDisabled,
  isReadOnly = false,
  accept,
  refuse,
  help,
}: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const change = (to: FileChange) => {
    setRefused(null);
    onChange(to);
  };
  const choose = (file: File) => {
    const why = refuse?.(file) ?? null;
    if (why === null) change({ kind: "put", name: file.name, file });
    else setRefused(why);
  };
  const name = value.kind === "put" ? value.name : value.kind === "keep" ? mediaName : null;
  const address = value.kind === "keep" ? mediaPath : null;
  return (
    <fieldset className="file-input field" disabled={isDisabled}>
      <legend className="field-label">{label}</legend>
      <div className="file-input-row">
        {name === null ? null : (
          <span className="file-input-name">
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
            {isReadOnly ? null : (
              <IconButton
                size="s"
                label={words.remove(name)}
                onPress={() => change(mediaName === null ? KEEP_FILE : { kind: "remove" })}
              >
                <X />
              </IconButton>
            )}
          </span>
        )}
        {isReadOnly ? null : (
          <Button
            size="s"
            icon={name === null ? <Paperclip aria-hidden="true" /> : undefined}
            onPress={() => input.current?.click()}
          >
            {name === null ? words.attach : words.replace}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          aria-label={label}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Reset the field, so that the same file can be chosen again.
            target.value = "";
            if (file) choose(file);
          }}
        />
      </div>
      {refused === null ? (
        help === undefined ? null : (
          <span className="field-help">{help}</span>
        )
      ) : (
        <span className="field-error" role="alert">
          {refused}
        </span>
      )}
    </fieldset>
  );
}
