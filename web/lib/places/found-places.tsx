import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { placeTexts } from "./locales/index.ts";
import { findPlaces } from "./places.ts";
import "./found-places.css";

/** Links to the tabs of other pages that answer what was typed; nothing while nothing was typed or found. */
export function FoundPlaces({ typed }: { readonly typed: string }) {
  useSignals();
  const t = useText(placeTexts);
  const places = typed.trim() === "" ? [] : findPlaces(typed, t);
  if (places.length === 0) return null;
  return (
    <nav className="panel found-places" aria-label={t("found.title")}>
      <h2>{t("found.title")}</h2>
      <ul>
        {places.map(({ id, name, page, path }) => (
          <li key={id}>
            <Link href={path}>{name}</Link>
            <small>{page}</small>
          </li>
        ))}
      </ul>
    </nav>
  );
}
