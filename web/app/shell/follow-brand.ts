import { effect } from "@preact/signals-react";
import { providerBrand, showBrand } from "#web/lib/page/brand.ts";
import { session } from "#web/lib/session/session.ts";

const YEAR_S = 31_536_000;

/**
 * Applies the company's brand while one of its users is signed in, else the provider's. The brand cookie keeps it for
 * the next first paint; a support session sets none. Returns a function that stops it.
 */
export function followBrand(): () => void {
  let kept: string | null = null;
  const keep = (mark: string) => {
    if (mark === kept) return;
    kept = mark;
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the request for the page
    document.cookie = `brand=${mark}; path=/; max-age=${mark === "" ? 0 : YEAR_S}; samesite=lax${secure}`;
  };
  return effect(() => {
    const user = session.user.value;
    if (session.state.value === "out") {
      keep("");
      void showBrand(providerBrand);
    } else if (user) {
      if (!user.supportUntil) keep(user.company.brand.mark);
      void showBrand(user.company.brand);
    }
  });
}
