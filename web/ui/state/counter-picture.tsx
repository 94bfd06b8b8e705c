import "#web/ui/display/logo.css";

/** The picture of an empty list: a counter with a bell and speech bubbles. Decorative. */
export function CounterPicture() {
  return (
    <svg className="counter-picture" viewBox="0 0 180 132" fill="none" aria-hidden="true">
      <ellipse cx="90" cy="122" rx="76" ry="7" fill="var(--surface-3)" />
      <path d="M30 92h120v24a5 5 0 0 1-5 5H35a5 5 0 0 1-5-5z" fill="var(--primary-soft)" />
      <path d="M44 92v29M70 92v29M110 92v29M136 92v29" stroke="var(--surface-1)" strokeWidth="3" />
      <rect x="20" y="84" width="140" height="11" rx="5.5" fill="var(--accent)" />
      <path d="M118 84a13 13 0 0 1 26 0z" fill="var(--text-3)" />
      <circle cx="131" cy="69" r="2.6" fill="var(--text-3)" />
      <path
        d="M34 16h52a9 9 0 0 1 9 9v23a9 9 0 0 1-9 9H62L48 69V57H34a9 9 0 0 1-9-9V25a9 9 0 0 1 9-9z"
        fill="var(--surface-1)"
        stroke="var(--accent)"
        strokeWidth="3"
      />
      <g fill="var(--accent)">
        <circle cx="46" cy="36.5" r="3.6" />
        <circle cx="60" cy="36.5" r="3.6" />
        <circle cx="74" cy="36.5" r="3.6" />
      </g>
      <path
        d="M113 26h28a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-8l-9 8v-8h-11a8 8 0 0 1-8-8V34a8 8 0 0 1 8-8z"
        fill="var(--accent)"
        opacity="0.28"
      />
    </svg>
  );
}
