import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/styles/class-names.ts";

/** The look of every search field: a magnifying glass and no border around the input, which has the class `field-input`. */
export const SearchBox = ({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <div className={classNames("field-box field-box-soft", className)}>
    <Search aria-hidden="true" />
    {children}
  </div>
);
