import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import { type Brand, brand } from "#web/lib/page/brand.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./logo.css";

export interface LogoProps {
  readonly size?: "s" | "l";
  readonly className?: string;
  /** A brand other than the current one. */
  readonly of?: Brand;
}

/**
 * The logo of the current brand, or Balcão's: a counter with a speech bubble. Decorative: the name is shown beside it.
 */
export function Logo({ size = "s", className, of }: LogoProps) {
  useSignals();
  const sky = useId();
  const look = classNames("logo", `logo-${size}`, className);
  const { logoUrl } = of ?? brand.value;
  if (logoUrl) return <img className={look} src={logoUrl} alt="" />;
  return (
    <svg className={look} viewBox="0 0 64 64" aria-hidden="true">
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" stopColor="#5ec3ff" />
          <stop offset="1" stopColor="#0b72c4" />
        </linearGradient>
      </defs>
      <rect width="64" height="64" rx="18" fill={`url(#${sky})`} />
      <path
        d="M20 11h24a6 6 0 0 1 6 6v11a6 6 0 0 1-6 6H33l-8 7v-7h-5a6 6 0 0 1-6-6V17a6 6 0 0 1 6-6z"
        fill="#fff"
      />
      <g fill="#1583d4">
        <circle cx="24.5" cy="22.5" r="2.6" />
        <circle cx="32" cy="22.5" r="2.6" />
        <circle cx="39.5" cy="22.5" r="2.6" />
      </g>
      <rect x="10" y="46" width="44" height="4.6" rx="2" fill="#fff" />
      <path d="M15 50.6h34V54a2 2 0 0 1-2 2H17a2 2 0 0 1-2-2z" fill="#fff" opacity="0.55" />
    </svg>
  );
}
