import { effect } from "@preact/signals-react";
import { providerBrand, showBrand } from "#web/lib/page/brand.ts";
import { session } from "#web/lib/session/session.ts";

const YEAR_S = 31_536_000;

/**
 * The company's brand while somebody of it is signed in, the provider's when nobody is. The mark stays in this browser, so
 * that the next first paint is right; the support's look into a company leaves none. Answers how to stop.
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
