import { useMemo } from "react";
import { encode } from "uqr";
import "./qr-picture.css";

/** Dark on white in both themes, with the quiet zone that cameras need. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One SVG path for all dark squares of a code. */
function drawing(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: "L", border: 3 });
  let path = "";
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) path += `M${x} ${y}h1v1h-1z`;
    });
  });
  return { size, path };
}
